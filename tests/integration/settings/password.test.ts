import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { db } from "@/lib/db/client";
import { requestTo, type SignedIn, signInAs } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { endSessionDuring, ownCalls, PASSWORD, roles, sendPassword, signedInWithPassword } from "./own-account";

const NEW_PASSWORD = "the new one";

async function hashOf({ account }: SignedIn): Promise<string> {
  return (await db().account.findUniqueOrThrow({ where: { id: account.id } })).passwordHash;
}

async function statusOfMe(headers: HeadersInit): Promise<number> {
  return (await me(requestTo("/api/auth/me", { headers }))).status;
}

async function reset(accountId: string, usedAt: Date | null): Promise<string> {
  const data = { accountId, tokenHash: crypto.randomUUID(), expiresAt: new Date(Date.now() + 3_600_000), usedAt };
  return (await db().passwordReset.create({ data })).id;
}

describe.each(roles)("the password endpoint of a %s", (role) => {
  const { currentField } = ownCalls[role].password;
  const change = (current: unknown, next: unknown) => ({ [currentField]: current, newPassword: next });

  it("changes the password, ends other sessions, deletes reset links and records an audit event", async () => {
    const caller = await signedInWithPassword(role);
    const others = [await signInAs(caller.account), await signInAs(caller.account)];
    await signInAs(caller.account, new Date(Date.now() - 1_000));
    const unrelated = await signedInWithPassword(role);
    await reset(caller.account.id, null);
    const used = await reset(caller.account.id, new Date());

    const answer = await sendPassword(role, caller.browser, change(PASSWORD, NEW_PASSWORD));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "Password changed successfully", endedSessions: 2 });
    expect(answer.headers.get("set-cookie")).toMatch(/^sea-vision\.device=\S+; Max-Age=\d+; Path=\/; HttpOnly/);

    expect(await verifyPassword(await hashOf(caller), NEW_PASSWORD)).toBe(true);
    expect(await statusOfMe(caller.browser)).toBe(200);
    expect(await statusOfMe(caller.bearer)).toBe(200);
    for (const other of others) expect(await statusOfMe(other.bearer)).toBe(401);
    expect(await statusOfMe(unrelated.bearer)).toBe(200);
    expect(await db().passwordReset.findMany({ where: { accountId: caller.account.id }, select: { id: true } })).toEqual([{ id: used }]);

    const { email } = caller.account;
    const signIn = (password: string) => login(requestTo("/api/auth/login", { method: "POST", body: { email, password } }));
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);

    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "account.password-changed", actorId: caller.account.id } });
    expect(event).toMatchObject({ targetId: caller.account.id, targetName: email, details: { role, endedSessions: 2 } });
    expect(JSON.stringify({ ...event, id: "" })).not.toMatch(/argon2|the (old|new) one/);
  });

  it("accepts the current password under both field names", async () => {
    const caller = await signedInWithPassword(role);
    const other = currentField === "oldPassword" ? "currentPassword" : "oldPassword";
    expect((await sendPassword(role, caller.bearer, { [other]: PASSWORD, newPassword: NEW_PASSWORD })).status).toBe(200);
  });

  it("returns 400 and changes nothing when the current password is wrong", async () => {
    const caller = await signedInWithPassword(role);
    const other = await signInAs(caller.account);
    const answer = await sendPassword(role, caller.browser, change("a guess", NEW_PASSWORD));
    expect(answer.status).toBe(400);
    const message = "Current password is incorrect";
    expect(await answer.json()).toMatchObject({ message, fields: { currentPassword: message } });
    expect(await hashOf(caller)).toBe(caller.account.passwordHash);
    expect(await statusOfMe(other.bearer)).toBe(200);
    const findEvents = () => db().auditEvent.findMany({ where: { actorId: caller.account.id } });
    await until("the wrong password is recorded", async () => (await findEvents()).length > 0);
    const [event, ...others] = await findEvents();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ action: "account.password-refused", targetId: caller.account.id, details: { role } });
    expect(JSON.stringify({ ...event, id: "" })).not.toMatch(/argon2|a guess|the (old|new) one/);
  });

  const isUser = role === "user";
  it.each<[body: Record<string, unknown>, message: string]>([
    [{}, "Current password is required"],
    [change("", ""), "Current password is required"],
    [change("", "short"), "Current password is required"],
    [change(null, NEW_PASSWORD), "Current password is required"],
    [change(PASSWORD, ""), isUser ? "New password must be at least 8 characters long" : "New password is required"],
    [change(PASSWORD, undefined), isUser ? "New password must be at least 8 characters long" : "New password is required"],
    [change("wrong too", "seven77"), "New password must be at least 8 characters long"],
    [change(PASSWORD, { $ne: null }), isUser ? "New password must be at least 8 characters long" : "New password is required"],
    [change(PASSWORD, "x".repeat(1025)), "This password is too long."],
    [change("x".repeat(1025), NEW_PASSWORD), "This password is too long."],
    [change(PASSWORD, PASSWORD), "New password must be different from current password"],
  ])("validates the fields in order: %j", async (body, message) => {
    const caller = await signedInWithPassword(role);
    const answer = await sendPassword(role, caller.browser, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
    expect(await hashOf(caller)).toBe(caller.account.passwordHash);
  });

  it.each(["null", "[]", "5", "{", ""])("returns 400 for the body %s", async (body) => {
    const caller = await signedInWithPassword(role);
    expect((await sendPassword(role, caller.browser, body)).status).toBe(400);
  });

  it("rejects other roles, missing sessions, other sites and plain text", async () => {
    const caller = await signedInWithPassword(role);
    const body = { currentPassword: PASSWORD, oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
    for (const other of roles.filter((candidate) => candidate !== role)) {
      expect((await sendPassword(other, caller.browser, body)).status).toBe(403);
    }
    expect((await sendPassword(role, {}, body)).status).toBe(401);
    expect((await sendPassword(role, caller.foreign, body)).status).toBe(403);
    expect((await sendPassword(role, { ...caller.browser, "content-type": "text/plain" }, body)).status).toBe(415);
    expect(await hashOf(caller)).toBe(caller.account.passwordHash);
  });
});

describe("wrong guesses of the current password", () => {
  const guess = (caller: SignedIn, current = "a guess") =>
    sendPassword("user", caller.bearer, { currentPassword: current, newPassword: NEW_PASSWORD });

  it("are limited to ten per account, also when sent concurrently from several sessions", async () => {
    const caller = await signedInWithPassword("user");
    const second = await signInAs(caller.account);
    const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => guess(index % 2 ? caller : second)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const stopped = await guess(caller, PASSWORD);
    expect(stopped.status).toBe(429);
    expect(await stopped.json()).toMatchObject({ message: "Too many wrong passwords. Please try again later." });
    const seconds = Number(stopped.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(await hashOf(caller)).toBe(caller.account.passwordHash);
    await db().rateLimit.updateMany({ data: { expire: Date.now() - 1 } });
    expect((await guess(caller, PASSWORD)).status).toBe(200);
  });

  it("are counted per account and reset by the right password", async () => {
    const [caller, unrelated] = [await signedInWithPassword("user"), await signedInWithPassword("user")];
    for (let round = 0; round < 9; round += 1) expect((await guess(caller)).status).toBe(400);
    expect((await guess(unrelated)).status).toBe(400);
    expect((await guess(caller, PASSWORD)).status).toBe(200);
    for (let round = 0; round < 10; round += 1) expect((await guess(caller)).status).toBe(400);
    expect((await guess(caller)).status).toBe(429);
  });

  it("do not include incomplete forms", async () => {
    const caller = await signedInWithPassword("user");
    for (let round = 0; round < 12; round += 1)
      expect((await sendPassword("user", caller.bearer, { currentPassword: PASSWORD })).status).toBe(400);
    expect((await guess(caller, PASSWORD)).status).toBe(200);
  });
});

describe("concurrent password changes", () => {
  it("succeed for one of two devices and sign the other device out", async () => {
    for (let round = 0; round < 5; round += 1) {
      const desk = await signedInWithPassword("admin");
      const phone = await signInAs(desk.account);
      const wanted = [`from the desk ${round}`, `from the phone ${round}`];
      const devices = [desk, phone];
      const answers = await Promise.all(
        devices.map(({ bearer }, index) => sendPassword("admin", bearer, { oldPassword: PASSWORD, newPassword: wanted[index] })),
      );
      const [won, lost] = answers.map(({ status }) => status).toSorted();
      expect(won).toBe(200);
      // The response is 401 when the other change was complete before this request was authenticated.
      expect([400, 401]).toContain(lost);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(await verifyPassword(await hashOf(desk), wanted[winner] ?? "")).toBe(true);
      expect(await statusOfMe(devices[winner]?.bearer ?? {})).toBe(200);
      expect(await statusOfMe(devices[1 - winner]?.bearer ?? {})).toBe(401);
      expect(await db().auditEvent.count({ where: { actorId: desk.account.id, action: "account.password-changed" } })).toBe(1);
    }
  });

  it("change nothing when the session ends during the request", async () => {
    const caller = await signedInWithPassword("admin");
    const owner = await signInAs(caller.account);
    const asking = sendPassword("admin", caller.bearer, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
    // Hashing takes much longer than this statement.
    await db().session.delete({ where: { id: caller.session.id } });
    expect((await asking).status).toBe(401);
    expect(await hashOf(caller)).toBe(caller.account.passwordHash);
    expect(await statusOfMe(owner.bearer)).toBe(200);
  });

  it("change nothing when the session ends while the request waits for another change", async () => {
    const caller = await signedInWithPassword("admin");
    const owner = await signInAs(caller.account);
    const change = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const answer = await endSessionDuring(caller, () => sendPassword("admin", caller.bearer, change));
    expect(answer.status).toBe(401);
    expect(await hashOf(caller)).toBe(caller.account.passwordHash);
    expect(await statusOfMe(owner.bearer)).toBe(200);
  });

  it("end sessions that started concurrently with the old password", async () => {
    const caller = await signedInWithPassword("user");
    const { email } = caller.account;
    const signIns = Array.from({ length: 4 }, () =>
      login(requestTo("/api/auth/login", { method: "POST", body: { email, password: PASSWORD } })),
    );
    const [changed, ...answers] = await Promise.all([
      sendPassword("user", caller.bearer, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      ...signIns,
    ]);
    expect(changed.status).toBe(200);
    for (const answer of answers) {
      if (answer.status !== 200) continue;
      const { token } = await answer.json();
      expect(await statusOfMe({ authorization: `Bearer ${token}` })).toBe(401);
    }
  });
});
