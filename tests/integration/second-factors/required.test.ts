import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { POST as createToken, GET as listTokens } from "@/app/api/auth/tokens/route";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findGrant } from "@/lib/maps/data";
import { createApiToken, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { enrol, enrolled, signIn, stopClock, withPassword } from "./enrolled";

beforeEach(() => {
  stopClock();
  env().mfaRoles = ["superadmin", "admin"];
});
afterEach(() => {
  vi.useRealTimers();
  env().mfaRoles = [];
});

const ENROL = "Set up a second factor first.";

async function answersTo({ bearer }: Pick<SignedIn, "bearer">) {
  const answer = await listTokens(requestTo("/api/auth/tokens", { headers: bearer }));
  return [answer.status, (await answer.json()).message];
}

describe("REQUIRE_MFA", () => {
  it("keeps sessions of its roles, which may only enrol until then", async () => {
    const caller = await withPassword("admin");
    expect(await answersTo(caller)).toEqual([403, ENROL]);
    expect((await me(requestTo("/api/auth/me", { headers: caller.bearer }))).status).toBe(200);
    const create = requestTo("/api/auth/tokens", {
      method: "POST",
      headers: caller.bearer,
      body: { name: "x", scope: "everything", expiresInDays: 1 },
    });
    expect((await createToken(create)).status).toBe(403);
    await enrol(caller);
    expect((await answersTo(caller))[0]).toBe(200);
  });

  it("applies to a new session as well", async () => {
    const caller = await withPassword("admin");
    const { token } = await (await signIn(caller)).json();
    expect(await answersTo({ bearer: { authorization: `Bearer ${token}` } })).toEqual([403, ENROL]);
  });

  it("applies to no other role", async () => {
    expect((await answersTo(await signedIn("user")))[0]).toBe(200);
  });

  it("accepts a passkey", async () => {
    const caller = await signedIn("admin");
    const passkey = { credentialId: caller.account.id, publicKey: Buffer.from([1]), counter: 0, name: "Key" };
    await db().passkey.create({ data: { accountId: caller.account.id, ...passkey } });
    expect((await answersTo(caller))[0]).toBe(200);
  });

  it("doesn't accept an authenticator app that was never confirmed", async () => {
    const caller = await signedIn("admin");
    await db().authenticator.create({ data: { accountId: caller.account.id, secret: "x" } });
    expect(await answersTo(caller)).toEqual([403, ENROL]);
  });

  it("trusts the provider of single sign-on for its own second factor", async () => {
    const caller = await signedIn("admin");
    await db().session.update({ where: { id: caller.session.id }, data: { isSingleSignOn: true } });
    expect((await answersTo(caller))[0]).toBe(200);
    expect(await answersTo(await signInAs(caller.account))).toEqual([403, ENROL]);
  });

  it("lets API tokens go on", async () => {
    const caller = await signedIn("admin");
    const { token } = await createApiToken(caller.account.id, "everything");
    expect((await me(requestTo("/api/auth/me", { headers: { authorization: `Bearer ${token}` } }))).status).toBe(200);
    const { account, session } = caller;
    const project = await createProject(null);
    const right = { account: account.id, project: project.id, scope: project.safeName };
    expect(await findGrant({ ...right, session: session.id })).toBeNull();
    const tokenRow = await db().apiToken.findFirstOrThrow({ where: { accountId: account.id } });
    expect(await findGrant({ ...right, session: tokenRow.id })).not.toBeNull();
  });

  it("closes maps until the account has a second factor", async () => {
    const { account, session, ...caller } = await withPassword("admin");
    const project = await createProject(null);
    const right = { account: account.id, session: session.id, project: project.id, scope: project.safeName };
    expect(await findGrant(right)).toBeNull();
    await enrol({ account, session, ...caller });
    expect(await findGrant(right)).not.toBeNull();
  });

  it("makes a reset account enrol again", async () => {
    const caller = await enrolled("admin");
    expect((await answersTo(caller))[0]).toBe(200);
    await db().authenticator.delete({ where: { accountId: caller.account.id } });
    expect(await answersTo(caller)).toEqual([403, ENROL]);
  });
});
