import { expect, it } from "vitest";
import { POST as options } from "@/app/api/auth/accept-invitation/passkey/options/route";
import { POST as accept } from "@/app/api/auth/accept-invitation/passkey/route";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { newInvitation } from "../../authorization/world";
import { requestTo } from "../../setup/signed-in";
import { SoftwareAuthenticator } from "../../setup/software-authenticator";
import { anotherNetwork, signInOptions, signInWith } from "../passkeys/passkey-calls";
import { acceptWith, expire, invitationOf } from "./invitation-calls";

const PATH = "/api/auth/accept-invitation/passkey";

const ask = (token: string) => options(requestTo(`${PATH}/options`, { method: "POST", headers: anotherNetwork(), body: { token } }));

const send = (token: string, passkey: unknown, fullName = "Ada Lovelace") =>
  accept(requestTo(PATH, { method: "POST", headers: anotherNetwork(), body: { token, fullName, passkey } }));

async function newPasskey(token: string) {
  const authenticator = new SoftwareAuthenticator(env().appOrigin);
  const answer = await ask(token);
  expect(answer.status).toBe(200);
  return { authenticator, passkey: authenticator.create(await answer.json()) };
}

it("an invited person creates a passkey, is signed in, and signs in with it later", async () => {
  const { id, token } = await newInvitation("user");
  const { authenticator, passkey } = await newPasskey(token);
  const answer = await send(token, passkey);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toHaveLength(2);
  const { recoveryCodes, user } = await answer.json();
  expect(recoveryCodes).toHaveLength(10);
  expect(user).toMatchObject({ _id: id, name: "Ada Lovelace" });
  expect(await invitationOf(id)).toBeNull();
  expect((await signInWith(authenticator.get(await signInOptions()))).status).toBe(200);

  const events = await db().auditEvent.findMany({ where: { actorId: id }, orderBy: { id: "asc" } });
  expect(events.map(({ action }) => action)).toEqual(["invitation.accepted", "account.factor-added", "session.created", "session.created"]);
  expect((await send(token, passkey)).status).toBe(400);
  expect((await acceptWith({ token })).status).toBe(400);
});

it("a link that expired or was used meanwhile leaves no passkey", async () => {
  const { id, token } = await newInvitation("admin");
  const { passkey } = await newPasskey(token);
  await expire(id);
  const answer = await send(token, passkey);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { token: expect.any(String) } });
  expect((await ask(token)).status).toBe(400);
  expect(await db().passkey.count({ where: { accountId: id } })).toBe(0);
});

it("a passkey for another invitation is refused, and the link stays valid", async () => {
  const [first, second] = [await newInvitation("user"), await newInvitation("user")];
  const { passkey } = await newPasskey(first.token);
  expect((await send(second.token, passkey)).status).toBe(400);
  expect(await invitationOf(second.id)).not.toBeNull();
  expect((await send(second.token, (await newPasskey(second.token)).passkey, "")).status).toBe(400);
  expect((await send(second.token, (await newPasskey(second.token)).passkey)).status).toBe(200);
});

it("one of two simultaneous acceptances counts", async () => {
  const { id, token } = await newInvitation("user");
  const [a, b] = [await newPasskey(token), await newPasskey(token)];
  const statuses = await Promise.all([send(token, a.passkey), send(token, b.passkey)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await db().passkey.count({ where: { accountId: id } })).toBe(1);
});
