import { afterEach, describe, expect, it, vi } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { db } from "@/lib/db/client";
import { newInvitation } from "../authorization/world";
import { codeOf } from "../setup/authenticator-app";
import { requestTo, type SignedIn, signedIn } from "../setup/signed-in";
import { acceptWith } from "./invitations/invitation-calls";
import { addedPasskey, anotherNetwork, signInOptions, signInWith } from "./passkeys/passkey-calls";
import { enrolled, enterCode, halfSignedIn, signIn, stopClock, withPassword } from "./second-factors/enrolled";

afterEach(() => void vi.useRealTimers());

const statusOf = async (headers: HeadersInit) => (await me(requestTo("/api/auth/me", { headers }))).status;
const cookieOf = ({ browser }: SignedIn) => browser["cookie"] ?? "";

/** Signs in with the headers of a browser, and returns the answer. */
const ways: [name: string, signInFrom: (former: SignedIn) => Promise<Response>][] = [
  ["a password", async ({ browser }) => signIn(await withPassword(), { headers: browser })],
  [
    "a code of the second factor",
    async (former) => {
      stopClock();
      const caller = await enrolled();
      const half = await halfSignedIn(caller, former.browser);
      expect(await statusOf(former.browser)).toBe(200);
      return enterCode(`${cookieOf(former)}; ${half}`, codeOf(caller.secret));
    },
  ],
  [
    "a passkey",
    async ({ browser }) => {
      const { authenticator } = await addedPasskey(await signedIn("user"));
      return signInWith(authenticator.get(await signInOptions()), { ...anotherNetwork(), ...browser });
    },
  ],
  ["an invitation", async ({ browser }) => acceptWith({ token: (await newInvitation("user")).token }, browser)],
];

describe("a sign-in", () => {
  it.each(ways)("with %s ends the session whose cookie the browser sends, and records it", async (_, signInFrom) => {
    const former = await signedIn("admin");
    const answer = await signInFrom(former);
    expect(answer.status).toBe(200);
    const { token } = await answer.json();
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf(former.browser)).toBe(401);
    const events = await db().auditEvent.findMany({ where: { targetId: former.session.id } });
    expect(events).toEqual([expect.objectContaining({ action: "session.ended", actorId: former.account.id })]);
  });

  it("with a wrong password ends no session", async () => {
    const former = await signedIn("user");
    expect((await signIn(await withPassword(), { password: "wrong", headers: former.browser })).status).toBe(401);
    expect(await statusOf(former.browser)).toBe(200);
  });

  it("without a cookie ends no session, with a bearer token or not", async () => {
    const caller = await withPassword();
    for (const headers of [{}, caller.bearer]) expect((await signIn(caller, { headers })).status).toBe(200);
    expect(await db().session.count({ where: { accountId: caller.account.id } })).toBe(3);
  });
});
