import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { createAccount } from "@/lib/accounts/mutations";
import type { Role } from "@/lib/accounts/sessions/schema";
import { verifyToken } from "@/lib/accounts/sessions/token";
import { db } from "@/lib/db/client";
import { assign, createProject } from "../setup/fixtures";
import { requestTo } from "../setup/signed-in";

const password = "a password of theirs";
let made = 0;

async function account(role: Role) {
  made += 1;
  const email = `${role}-${made}@example.com`;
  const name = `Ada ${made}`;
  return { id: await createAccount({ role, name, email, password }), email, name };
}

// Each request uses its own network, so that rate limits of tests do not affect each other.
function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  made += 1;
  return login(
    requestTo("/api/auth/login", { method: "POST", body, headers: { "x-sea-vision-client-address": `192.0.2.${made}`, ...headers } }),
  );
}

describe("POST /api/auth/login", () => {
  it("signs a user in and returns the account with its projects", async () => {
    const { id, email, name } = await account("user");
    const project = await createProject(null, { name: "City Map" });
    await assign(project.id, id);
    const answer = await post({ email: ` ${email.toUpperCase()} `, password });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = await answer.json();
    expect(body).toEqual({
      token: expect.any(String),
      message: "Login successful.",
      user: { _id: id, role: "user", name, email, fullName: name, assignedProjects: [{ _id: project.id, name: "City Map" }] },
    });
    expect(await verifyToken(body.token)).toMatchObject({ sub: id, email, fullName: name, role: "user" });
    expect(answer.headers.getSetCookie()).toEqual([
      `sea-vision.session=${body.token}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^sea-vision\.device=[\w-]+\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it.each(["admin", "superadmin"] as const)("signs an %s in", async (role) => {
    const { email } = await account(role);
    expect((await (await post({ email, password })).json()).user).toMatchObject({ role, email, assignedProjects: [] });
  });

  it("stores the password anew when its hash has former parameters", async () => {
    const { id, email } = await account("user");
    const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await db().account.update({ where: { id }, data: { passwordHash: cheap } });
    const storedHash = async () => (await db().account.findUniqueOrThrow({ where: { id } })).passwordHash;
    expect((await post({ email, password: "a wrong password" })).status).toBe(401);
    expect(await storedHash()).toBe(cheap);
    expect((await post({ email, password })).status).toBe(200);
    const renewed = await storedHash();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await post({ email, password })).status).toBe(200);
    expect(await storedHash()).toBe(renewed);
  });

  it("returns a token and a cookie that both work at once", async () => {
    const { email } = await account("user");
    const answer = await post({ email, password });
    const { token } = await answer.json();
    const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    const credentials: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { cookie }];
    for (const headers of credentials) {
      const seen = await me(requestTo("/api/auth/me", { headers }));
      expect(await seen.json()).toMatchObject({ user: { email } });
    }
  });

  it("stores the device with the session and records an audit event", async () => {
    const { id, email } = await account("admin");
    await post({ email, password }, { "user-agent": "Mozilla/5.0", "x-sea-vision-client-address": "2001:db8::7" });
    const session = await db().session.findFirstOrThrow({ where: { accountId: id } });
    expect(session).toMatchObject({ userAgent: "Mozilla/5.0", address: "2001:db8::7" });
    const event = await db().auditEvent.findFirstOrThrow({ where: { actorId: id, action: "session.created" } });
    expect(event).toMatchObject({ actorEmail: email, targetType: "session", targetId: session.id, address: "2001:db8::7" });
  });

  it("returns the same response for a wrong password and an unknown email, and records both", async () => {
    const { id, email } = await account("user");
    const known = await post({ email, password: "wrong" });
    const unknown = await post({ email: "unknown@example.com", password: "wrong" });
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    const body = await known.json();
    expect(body).toMatchObject({ message: "Invalid credentials." });
    expect(await unknown.json()).toEqual(body);
    expect([...known.headers]).toEqual([...unknown.headers]);
    const events = await db().auditEvent.findMany({
      where: { action: "session.refused", targetName: { in: [email, "unknown@example.com"] } },
      orderBy: { id: "asc" },
    });
    expect(events).toMatchObject([
      { actorId: null, targetId: id, targetName: email },
      { actorId: null, targetId: null, targetName: "unknown@example.com" },
    ]);
    expect(await db().session.count({ where: { accountId: id } })).toBe(0);
  });

  it.each([
    [{}, "Email and password are required."],
    [{ email: "a@b.co" }, "Email and password are required."],
    [{ email: "", password: "" }, "Email and password are required."],
    [{ email: "a@b", password: "x" }, "Please enter a valid email address."],
    [{ email: "a\u0000@b.co", password: "x" }, "Please enter a valid email address."],
    ["{", "The body is not valid JSON."],
  ])("returns 400 for %j", async (body, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "returns 415 for the content type %j",
    async (type) => {
      const { email } = await account("user");
      expect((await post(JSON.stringify({ email, password }), { "content-type": type })).status).toBe(415);
    },
  );

  it.each([
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    // A map on another port of the same host is same-site.
    [{ "sec-fetch-site": "same-site", origin: "http://localhost:3001" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ origin: "http://localhost:3000" }, 200],
  ])("for the request headers %j returns %i", async (headers, status) => {
    const { email } = await account("user");
    expect((await post({ email, password }, headers)).status).toBe(status);
  });

  it("returns 401 for a password that contains NUL", async () => {
    const { email } = await account("user");
    expect((await post({ email, password: "\u0000" })).status).toBe(401);
  });

  it("deletes expired sessions of the account", async () => {
    const { id, email } = await account("user");
    await db().session.create({ data: { accountId: id, expiresAt: new Date(Date.now() - 1000) } });
    await post({ email, password });
    expect(await db().session.count({ where: { accountId: id } })).toBe(1);
  });

  it("returns 401 when the password changes during verification", async () => {
    const { id, email } = await account("user");
    // The transaction locks the row until the sign-in waits for it.
    const answer = await db().$transaction(async (tx) => {
      await tx.account.update({ where: { id }, data: { passwordHash: "changed" } });
      await tx.session.deleteMany({ where: { accountId: id } });
      const signingIn = post({ email, password });
      await expect.poll(() => countWaiting()).toBe(1);
      return { signingIn };
    });
    expect((await answer.signingIn).status).toBe(401);
    expect(await db().session.count({ where: { accountId: id } })).toBe(0);
  });
});

async function countWaiting(): Promise<number> {
  const rows = await db().$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows[0]?.waiting ?? 0;
}
