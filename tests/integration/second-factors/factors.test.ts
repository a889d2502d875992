import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DELETE as removeAuthenticator } from "@/app/api/auth/authenticator/route";
import { POST as makeRecoveryCodes } from "@/app/api/auth/recovery-codes/route";
import { DELETE as resetFactors } from "@/app/api/superadmin/second-factors/[id]/route";
import { openSecret } from "@/lib/accounts/second-factors/codes";
import { resetFactorsByEmail } from "@/lib/accounts/second-factors/reset";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { codeOf, wrongCode } from "../../setup/authenticator-app";
import { createApiToken } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import {
  beginAuthenticator,
  confirmAuthenticator,
  enrolled,
  enterCode,
  halfSignedIn,
  moveClock,
  signIn,
  stopClock,
  withPassword,
} from "./enrolled";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
  env().mfaRoles = [];
});

const remove = ({ bearer }: SignedIn) => removeAuthenticator(requestTo("/api/auth/authenticator", { method: "DELETE", headers: bearer }));
const renew = ({ bearer }: SignedIn) => makeRecoveryCodes(requestTo("/api/auth/recovery-codes", { method: "POST", headers: bearer }));
const reset = ({ bearer }: Pick<SignedIn, "bearer">, id: string) =>
  resetFactors(requestTo(`/api/superadmin/second-factors/${id}`, { method: "DELETE", headers: bearer }), {
    params: Promise.resolve({ id }),
  });

async function eventsOf({ account }: SignedIn) {
  const events = await db().auditEvent.findMany({
    where: { targetId: account.id, action: { startsWith: "account." } },
    orderBy: { at: "asc" },
  });
  return events.map(({ action, actorEmail, details }) => ({ action, actorEmail, details }));
}

async function noticesOf({ account }: SignedIn) {
  const notices = await db().accountNotice.findMany({ where: { accountId: account.id }, orderBy: { createdAt: "asc" } });
  return notices.map(({ notice }) => notice);
}

/** Makes the session's last proof of identity too old. */
async function ageProof({ session }: SignedIn): Promise<void> {
  await db().session.update({ where: { id: session.id }, data: { provenAt: new Date(Date.now() - 16 * 60_000) } });
}

describe("setting up an authenticator app", () => {
  it("returns a secret and its URI, which count only after a right code", async () => {
    const caller = await withPassword();
    const answer = await beginAuthenticator(caller);
    expect(answer.status).toBe(201);
    const { secret, uri } = await answer.json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const email = encodeURIComponent(caller.account.email);
    expect(uri).toBe(`otpauth://totp/Sea-Vision:${email}?issuer=Sea-Vision&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    expect(await (await signIn(caller)).json()).toHaveProperty("token");
    expect(await eventsOf(caller)).toEqual([]);
    const refused = await confirmAuthenticator(caller, wrongCode(secret));
    expect([refused.status, (await refused.json()).fields]).toEqual([400, { code: expect.any(String) }]);
    const confirmed = await confirmAuthenticator(caller, codeOf(secret));
    expect([confirmed.status, (await confirmed.json()).recoveryCodes]).toEqual([
      200,
      expect.arrayContaining([expect.stringMatching(/^(\w{4}-){2}\w{4}$/)]),
    ]);
    expect(await (await signIn(caller)).json()).toHaveProperty("secondFactor");
  });

  it("is recorded and mailed", async () => {
    const caller = await enrolled();
    const { email } = caller.account;
    expect(await eventsOf(caller)).toEqual([{ action: "account.factor-added", actorEmail: email, details: { factor: "authenticator" } }]);
    expect(await noticesOf(caller)).toEqual([
      { kind: "factor-changed", change: "An authenticator app was added.", at: expect.any(String) },
    ]);
  });

  it("stores neither the secret nor a recovery code as text", async () => {
    const caller = await enrolled();
    const { accountId, ...row } = await db().authenticator.findUniqueOrThrow({ where: { accountId: caller.account.id } });
    const codes = await db().recoveryCode.findMany({ where: { accountId } });
    const stored = JSON.stringify([row, codes]);
    for (const secret of [caller.secret, ...caller.recoveryCodes, ...caller.recoveryCodes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(secret);
    }
    expect(openSecret(row.secret, accountId)).toBe(caller.secret);
    expect(openSecret(row.secret, randomUUID())).toBeNull();
    expect(openSecret(`${row.secret.slice(0, -2)}AA`, accountId)).toBeNull();
    expect(openSecret("", accountId)).toBeNull();
  });

  it("begins again with another secret until it is confirmed, and not after that", async () => {
    const caller = await withPassword();
    const { secret: former } = await (await beginAuthenticator(caller)).json();
    const { secret } = await (await beginAuthenticator(caller)).json();
    expect((await confirmAuthenticator(caller, codeOf(former))).status).toBe(400);
    expect((await confirmAuthenticator(caller, codeOf(secret))).status).toBe(200);
    expect((await beginAuthenticator(caller)).status).toBe(409);
    expect((await confirmAuthenticator(caller, codeOf(secret))).status).toBe(409);
  });

  it("makes recovery codes once when it is confirmed twice at once", async () => {
    const caller = await withPassword();
    const { secret } = await (await beginAuthenticator(caller)).json();
    const answers = await Promise.all([confirmAuthenticator(caller, codeOf(secret)), confirmAuthenticator(caller, codeOf(secret))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await db().recoveryCode.count({ where: { accountId: caller.account.id } })).toBe(10);
  });
});

describe("removing the authenticator app", () => {
  it("makes the password enough, and deletes the recovery codes", async () => {
    const caller = await enrolled();
    const cookie = await halfSignedIn(caller);
    expect((await remove(caller)).status).toBe(200);
    expect(await (await signIn(caller)).json()).toHaveProperty("token");
    expect((await enterCode(cookie, codeOf(caller.secret))).status).toBe(401);
    expect(await db().recoveryCode.count({ where: { accountId: caller.account.id } })).toBe(0);
    expect(await eventsOf(caller)).toMatchObject([{}, { action: "account.factor-removed", details: { factor: "authenticator" } }]);
    expect(await noticesOf(caller)).toMatchObject([{}, { change: "The authenticator app was removed." }]);
    expect((await remove(caller)).status).toBe(404);
  });

  it("keeps the recovery codes while there is a passkey", async () => {
    const caller = await enrolled();
    await db().passkey.create({
      data: { accountId: caller.account.id, credentialId: randomUUID(), publicKey: Buffer.from([1]), counter: 0, name: "Key" },
    });
    expect((await remove(caller)).status).toBe(200);
    expect(await db().recoveryCode.count({ where: { accountId: caller.account.id } })).toBe(10);
    expect((await (await signIn(caller)).json()).secondFactor).toEqual({ methods: ["passkey", "recovery-code"] });
  });

  it("is refused while REQUIRE_MFA names the role, and changes nothing", async () => {
    const caller = await enrolled("admin");
    env().mfaRoles = ["admin"];
    expect((await remove(caller)).status).toBe(409);
    expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret))).status).toBe(200);
    env().mfaRoles = ["superadmin"];
    expect((await remove(caller)).status).toBe(200);
  });
});

describe("recovery codes", () => {
  it("can be made anew, which ends the former ones", async () => {
    const caller = await enrolled();
    const { recoveryCodes } = await (await renew(caller)).json();
    const cookie = await halfSignedIn(caller);
    expect((await enterCode(cookie, caller.recoveryCodes[0] ?? "")).status).toBe(401);
    expect((await enterCode(cookie, recoveryCodes[0])).status).toBe(200);
    expect((await eventsOf(caller)).at(-1)).toMatchObject({ action: "account.recovery-codes-made" });
    expect((await noticesOf(caller)).at(-1)).toMatchObject({ kind: "factor-changed", change: expect.stringContaining("recovery codes") });
  });

  it("need a second factor", async () => {
    expect((await renew(await withPassword())).status).toBe(409);
  });
});

it("changes of second factors need a recent proof of identity", async () => {
  const [caller, plain, superadmin] = [await enrolled(), await withPassword(), await signedIn("superadmin")];
  for (const one of [caller, plain, superadmin]) await ageProof(one);
  const answers = [await remove(caller), await renew(caller), await beginAuthenticator(plain), await reset(superadmin, caller.account.id)];
  for (const answer of answers) expect([answer.status, (await answer.json()).fields]).toEqual([403, { proof: expect.any(String) }]);
  expect((await enterCode(await halfSignedIn(caller), codeOf(caller.secret))).status).toBe(200);
});

describe("a reset by a superadmin", () => {
  it.each(["user", "admin"] as const)("deletes the second factors of a %s and ends the sessions", async (role) => {
    const [caller, superadmin] = [await enrolled(role), await signedIn("superadmin")];
    const cookie = await halfSignedIn(caller);
    expect(await (await reset(superadmin, caller.account.id)).json()).toEqual({ message: expect.any(String), endedSessions: 1 });
    expect(await db().session.count({ where: { accountId: caller.account.id } })).toBe(0);
    expect((await enterCode(cookie, codeOf(caller.secret))).status).toBe(401);
    expect((await enterCode(cookie, caller.recoveryCodes[0] ?? "")).status).toBe(401);
    expect(await (await signIn(caller)).json()).toHaveProperty("token");
    expect((await eventsOf(caller)).at(-1)).toEqual({
      action: "account.factors-reset",
      actorEmail: superadmin.account.email,
      details: { endedSessions: 1 },
    });
    expect((await noticesOf(caller))[1]).toMatchObject({ kind: "factor-changed", change: expect.stringContaining("administrator") });
  });

  it("answers 404 for accounts without a second factor, for superadmins and for ids of no account", async () => {
    const superadmin = await signedIn("superadmin");
    const other = await enrolled("superadmin");
    const plain = await withPassword();
    for (const id of [plain.account.id, other.account.id, randomUUID(), "x"]) expect((await reset(superadmin, id)).status).toBe(404);
    expect(await (await signIn(other)).json()).toHaveProperty("secondFactor");
  });

  it("is not for API tokens", async () => {
    const [caller, superadmin] = [await enrolled(), await signedIn("superadmin")];
    const { token } = await createApiToken(superadmin.account.id, "everything");
    expect((await reset({ bearer: { authorization: `Bearer ${token}` } }, caller.account.id)).status).toBe(403);
  });

  it("on the server resets a superadmin, too", async () => {
    const caller = await enrolled("superadmin");
    expect(await resetFactorsByEmail(caller.account.email, { from: "the shell" })).toBe(1);
    expect(await resetFactorsByEmail(caller.account.email, {})).toBeNull();
    expect(await resetFactorsByEmail("missing@example.com", {})).toBeNull();
    expect(await (await signIn(caller)).json()).toHaveProperty("token");
  });
});

it("moves no factor to another account", async () => {
  const [caller, other] = [await enrolled(), await enrolled()];
  moveClock(1);
  expect((await enterCode(await halfSignedIn(caller), codeOf(other.secret))).status).toBe(401);
  expect((await enterCode(await halfSignedIn(caller), other.recoveryCodes[0] ?? "")).status).toBe(401);
});
