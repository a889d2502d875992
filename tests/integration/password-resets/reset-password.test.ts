import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { findValidReset } from "@/lib/accounts/password-resets/data";
import { expiredResetSweep } from "@/lib/accounts/password-resets/jobs";
import { db, pool } from "@/lib/db/client";
import { newSecretToken } from "@/lib/http/secret-token";
import { requestTo, signInAs } from "../../setup/signed-in";
import { newLink, newPerson, OLD_PASSWORD, ownNetwork, type Person, setPassword } from "./reset-calls";

const INVALID = "This link is no longer valid. Please request a new one.";
const newPassword = "a better one";

async function signIn({ email }: Person, password: string): Promise<number> {
  return (await login(requestTo("/api/auth/login", { method: "POST", body: { email, password }, headers: ownNetwork() }))).status;
}

async function expectInvalid(answer: Response): Promise<void> {
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ success: false, message: INVALID, error: INVALID, fields: { token: INVALID } });
  expect(answer.headers.get("set-cookie")).toBeNull();
}

describe("POST /api/auth/reset-password", () => {
  it("sets the password, ends all sessions, invalidates all links and records an audit event", async () => {
    const person = await newPerson();
    const account = await db().account.findUniqueOrThrow({ where: { id: person.id } });
    const devices = [await signInAs(account), await signInAs(account)];
    const [token, other] = [await newLink(person.id), await newLink(person.id)];

    const answer = await setPassword({ token, newPassword }, { "x-sea-vision-client-address": "2001:db8::9" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ message: "Password changed successfully" });
    expect(answer.headers.get("set-cookie")).toMatch(/^sea-vision\.device=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);

    expect(await signIn(person, OLD_PASSWORD)).toBe(401);
    for (const { bearer } of devices) expect((await me(requestTo("/api/auth/me", { headers: bearer }))).status).toBe(401);
    await expectInvalid(await setPassword({ token, newPassword: "once more" }));
    await expectInvalid(await setPassword({ token: other, newPassword: "once more" }));
    expect(await signIn(person, newPassword)).toBe(200);

    const events = await db().auditEvent.findMany({ where: { action: "account.password-reset", targetId: person.id } });
    expect(events).toMatchObject([
      { actorId: person.id, actorEmail: person.email, targetName: person.email, address: "2001:db8::9", details: { endedSessions: 2 } },
    ]);
  });

  it.each([
    ["keeps the mark of an assigned password when it is set once more", OLD_PASSWORD, true],
    ["removes the mark with another password", newPassword, false],
  ])("%s", async (_what, next, isPasswordAssigned) => {
    const { id } = await newPerson();
    await db().account.update({ where: { id }, data: { isPasswordAssigned: true } });
    expect((await setPassword({ token: await newLink(id), newPassword: next })).status).toBe(200);
    expect(await db().account.findUniqueOrThrow({ where: { id } })).toMatchObject({ isPasswordAssigned });
  });

  it("does not affect other accounts", async () => {
    const [person, other] = [await newPerson(), await newPerson("admin")];
    const theirs = await newLink(other.id);
    const { session } = await signInAs(await db().account.findUniqueOrThrow({ where: { id: other.id } }));
    await setPassword({ token: await newLink(person.id), newPassword });
    expect(await findValidReset(theirs)).toMatchObject({ email: other.email });
    expect(await db().session.count({ where: { id: session.id } })).toBe(1);
    expect(await signIn(other, OLD_PASSWORD)).toBe(200);
  });

  it("returns the same error for used, expired, unknown and malformed tokens", async () => {
    const { id } = await newPerson();
    const used = await newLink(id);
    await setPassword({ token: used, newPassword });
    const gone = await newPerson();
    const ofDeleted = await newLink(gone.id);
    await db().account.delete({ where: { id: gone.id } });
    const invalid = [used, await newLink(id, 0), await newLink(id, -1), newSecretToken(), ofDeleted, "", "short", 5, null, undefined];
    for (const token of invalid) await expectInvalid(await setPassword({ token, newPassword }));
  });

  it("does not hash the password for an invalid token", async () => {
    const link = await newLink((await newPerson()).id);
    const time = async (token: string) => {
      const start = performance.now();
      await setPassword({ token, newPassword: "hashed or not" });
      return performance.now() - start;
    };
    const unknown: number[] = [];
    for (let round = 0; round < 10; round += 1) unknown.push(await time(newSecretToken()));
    // argon2 takes about 20 ms, a query one or two.
    expect(Math.min(...unknown)).toBeLessThan((await time(link)) / 2);
  });

  it.each([
    ["that is missing", undefined, "New password must be at least 8 characters long"],
    ["that is empty", "", "New password must be at least 8 characters long"],
    ["of seven characters", "1234567", "New password must be at least 8 characters long"],
    ["that is too long", "x".repeat(1025), "This password is too long."],
  ])("rejects a password %s and keeps the link valid", async (_kind, given, message) => {
    const token = await newLink((await newPerson()).id);
    const answer = await setPassword({ token, newPassword: given });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message, fields: { newPassword: message } });
    expect(await findValidReset(token)).not.toBeNull();
  });

  it("accepts exactly one of many concurrent requests with the same link", async () => {
    const person = await newPerson();
    const token = await newLink(person.id);
    const passwords = Array.from({ length: 8 }, (_, index) => `any of these ${index}`);
    const statuses = (await Promise.all(passwords.map((one) => setPassword({ token, newPassword: one })))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(await signIn(person, passwords[statuses.indexOf(200)] ?? "")).toBe(200);
  });

  it("accepts exactly one of several links of an account used concurrently", async () => {
    const { id } = await newPerson();
    const tokens = await Promise.all(Array.from({ length: 6 }, () => newLink(id)));
    const answers = await Promise.all(tokens.map((token) => setPassword({ token, newPassword })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it("returns 415 for forms and 403 to pages of other sites", async () => {
    const token = await newLink((await newPerson()).id);
    const body = JSON.stringify({ token, newPassword });
    expect((await setPassword(body, { "content-type": "text/plain" })).status).toBe(415);
    expect((await setPassword(body, { "sec-fetch-site": "cross-site", origin: "https://evil.example" })).status).toBe(403);
    expect(await findValidReset(token)).not.toBeNull();
  });

  it("works for a signed-in user and ends that session", async () => {
    const person = await newPerson();
    const { browser } = await signInAs(await db().account.findUniqueOrThrow({ where: { id: person.id } }));
    expect((await setPassword({ token: await newLink(person.id), newPassword }, browser)).status).toBe(200);
    expect((await me(requestTo("/api/auth/me", { headers: browser }))).status).toBe(401);
  });
});

describe("a reset link", () => {
  it("is not used up by findValidReset", async () => {
    const { id, email } = await newPerson();
    const token = await newLink(id);
    for (let round = 0; round < 3; round += 1) expect(await findValidReset(token)).toMatchObject({ accountId: id, email });
    expect((await setPassword({ token, newPassword })).status).toBe(200);
    for (const none of [token, undefined, "", "x", ["x"]]) expect(await findValidReset(none)).toBeNull();
  });

  it("is stored only as a hash", async () => {
    const token = await newLink((await newPerson()).id);
    const { rows } = await pool().query(`SELECT * FROM "PasswordReset"`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is deleted a week after it has expired", async () => {
    const { id } = await newPerson();
    const week = 7 * 24 * 60;
    for (const minutes of [60, -60, -week + 5, -week - 5, -2 * week]) await newLink(id, minutes);
    await expiredResetSweep.run(new AbortController().signal);
    expect(await db().passwordReset.count({ where: { accountId: id } })).toBe(3);
  });
});
