import { describe, expect, it, vi } from "vitest";
import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as me } from "@/app/api/auth/me/route";
import { POST as refresh } from "@/app/api/auth/refresh/route";
import { findViewer, requireAdmin, requireSuperadmin, requireViewer } from "@/lib/accounts/sessions/policy";
import type { Role } from "@/lib/accounts/sessions/schema";
import { verifyToken } from "@/lib/accounts/sessions/token";
import { db, pool } from "@/lib/db/client";
import { engineState } from "@/lib/gdal/state";
import { createAccount } from "../setup/fixtures";
import { requestTo, type SignedIn, signedIn, signInAs } from "../setup/signed-in";

const getMe = (headers: HeadersInit) => me(requestTo("/api/auth/me", { headers }));
const post = (path: string, headers: HeadersInit) => requestTo(path, { method: "POST", headers });
const clearing = "sea-vision.session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";

function statusOf(work: Promise<unknown>): Promise<number> {
  return work.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
}

describe("findViewer", () => {
  it("returns the current account data with one query", async () => {
    const { account, session, bearer } = await signedIn("user");
    await db().account.update({ where: { id: account.id }, data: { name: "Renamed" } });
    const query = vi.spyOn(pool(), "query");
    const viewer = await findViewer(requestTo("/", { headers: bearer }), "read");
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    const credential = { kind: "session", id: session.id, isSingleSignOn: false };
    expect(viewer).toEqual({
      accountId: account.id,
      credential,
      duty: null,
      limit: null,
      role: "user",
      email: account.email,
      name: "Renamed",
    });
  });

  it("runs no query for a missing or malformed token", async () => {
    const query = vi.spyOn(pool(), "query");
    expect(await findViewer(requestTo("/"), "read")).toBeNull();
    expect(await findViewer(requestTo("/", { headers: { cookie: "sea-vision.session=garbage" } }), "read")).toBeNull();
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it("returns null when the session row has expired before its token", async () => {
    const { session, bearer } = await signedIn("user");
    await db().session.update({ where: { id: session.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await findViewer(requestTo("/", { headers: bearer }), "read")).toBeNull();
  });

  it("returns null when the session belongs to another account than the token", async () => {
    const [one, other] = [await signedIn("superadmin"), await signedIn("user")];
    await db().session.update({ where: { id: one.session.id }, data: { accountId: other.account.id } });
    expect(await findViewer(requestTo("/", { headers: one.bearer }), "read")).toBeNull();
  });

  it("updates lastSeenAt at most once a minute", async () => {
    const { session, bearer } = await signedIn("user");
    const lastSeen = async () => (await db().session.findUniqueOrThrow({ where: { id: session.id } })).lastSeenAt;
    await findViewer(requestTo("/", { headers: bearer }), "read");
    expect(await lastSeen()).toEqual(session.lastSeenAt);
    await db().session.update({ where: { id: session.id }, data: { lastSeenAt: new Date(Date.now() - 61_000) } });
    await findViewer(requestTo("/", { headers: bearer }), "read");
    await expect.poll(async () => Date.now() - (await lastSeen()).getTime()).toBeLessThan(60_000);
  });
});

describe("the next request of an ended session", () => {
  const ends: [string, (caller: SignedIn) => Promise<unknown>][] = [
    ["after sign-out", (caller) => logout(post("/api/auth/logout", caller.bearer))],
    ["after deletion of the session row", ({ session }) => db().session.delete({ where: { id: session.id } })],
    ["after deletion of the account", ({ account }) => db().account.delete({ where: { id: account.id } })],
  ];
  it.each(ends)("returns 401 %s, with the cookie and with the bearer token", async (_, end) => {
    const caller = await signedIn("user");
    expect((await getMe(caller.bearer)).status).toBe(200);
    expect((await getMe(caller.browser)).status).toBe(200);
    await end(caller);
    for (const headers of [caller.bearer, caller.browser]) {
      const answer = await getMe(headers);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ message: "Your session has expired. Please log in again." });
    }
  });

  it("does not affect sessions on other devices", async () => {
    const account = await createAccount("user");
    const [phone, desk] = [await signInAs(account), await signInAs(account)];
    await logout(post("/api/auth/logout", phone.bearer));
    expect((await getMe(desk.bearer)).status).toBe(200);
  });
});

describe("GET /api/auth/me", () => {
  it("returns the account without its password hash", async () => {
    const { account, browser } = await signedIn("admin");
    const answer = await getMe(browser);
    expect(await answer.json()).toEqual({
      user: { _id: account.id, role: "admin", name: account.name, email: account.email, fullName: account.name, assignedProjects: [] },
      mapsShareOrigin: true,
      hasGdal: (await engineState()).isInstalled,
    });
  });

  it("returns 401 without a session", async () => {
    const answer = await getMe({});
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "No authentication token found. Please log in again." });
  });

  it.each(["Bearer", "Bearer ", "Bearer x", "Bearer a.b.c", "Bearer null", `Bearer ${"x".repeat(5000)}`, "Bearer \u00ff"])(
    "returns 401 for the Authorization header %j",
    async (authorization) => expect((await getMe({ authorization })).status).toBe(401),
  );

  it.each(["sea-vision.session", "sea-vision.session=%", "sea-vision.session=%00", "=;=;sea-vision.session=a.b.c", "sea-vision.session=;"])(
    "returns 401 for the cookie %j",
    async (cookie) => expect((await getMe({ cookie })).status).toBe(401),
  );
});

describe("POST /api/auth/logout", () => {
  it("clears the cookie and records an audit event", async () => {
    const { account, session, browser } = await signedIn("user");
    const answer = await logout(post("/api/auth/logout", browser));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toBe(clearing);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "session.ended", actorId: account.id } });
    expect(event).toMatchObject({ actorEmail: account.email, targetId: session.id });
  });

  it.each<Record<string, string>>([{}, { cookie: "sea-vision.session=garbage", origin: "http://localhost:3000" }])(
    "returns 200 for %j",
    async (headers) => {
      const answer = await logout(post("/api/auth/logout", headers));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("set-cookie")).toBe(clearing);
    },
  );

  it("returns 403 to a page of another site and keeps the session", async () => {
    const caller = await signedIn("user");
    expect((await logout(post("/api/auth/logout", caller.foreign))).status).toBe(403);
    expect((await getMe(caller.browser)).status).toBe(200);
  });
});

describe("POST /api/auth/refresh", () => {
  it("extends the session by seven days and returns a new token and cookie", async () => {
    const { session, bearer } = await signedIn("user");
    const answer = await refresh(post("/api/auth/refresh", bearer));
    const { token, expiresAt } = await answer.json();
    const row = await db().session.findUniqueOrThrow({ where: { id: session.id } });
    expect(row.expiresAt.toISOString()).toBe(expiresAt);
    expect(Math.abs(row.expiresAt.getTime() - Date.now() - 7 * 24 * 3_600_000)).toBeLessThan(60_000);
    expect(await verifyToken(token)).toMatchObject({ sid: session.id, exp: row.expiresAt.getTime() / 1000 });
    expect(answer.headers.get("set-cookie")).toContain(`sea-vision.session=${token}; Max-Age=604800;`);
    expect((await getMe({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it("never extends a session beyond 30 days after its sign-in", async () => {
    const { session, bearer } = await signedIn("user");
    const day = 24 * 3_600_000;
    const createdDaysAgo = (days: number) =>
      db().session.update({ where: { id: session.id }, data: { createdAt: new Date(Date.now() - days * day) } });
    await createdDaysAgo(29);
    const { token, expiresAt } = await (await refresh(post("/api/auth/refresh", bearer))).json();
    expect(Math.abs(new Date(expiresAt).getTime() - Date.now() - day)).toBeLessThan(60_000);
    expect(await verifyToken(token)).toMatchObject({ exp: new Date(expiresAt).getTime() / 1000 });
    await createdDaysAgo(30.01);
    expect((await refresh(post("/api/auth/refresh", bearer))).status).toBe(401);
    const row = await db().session.findUniqueOrThrow({ where: { id: session.id } });
    expect(row.expiresAt.toISOString()).toBe(expiresAt);
  });

  it("returns 401 for an ended session", async () => {
    const caller = await signedIn("user");
    await db().session.delete({ where: { id: caller.session.id } });
    expect((await refresh(post("/api/auth/refresh", caller.browser))).status).toBe(401);
    expect(await db().session.count({ where: { accountId: caller.account.id } })).toBe(0);
  });

  it("returns 403 to a page of another site", async () => {
    const caller = await signedIn("user");
    expect((await refresh(post("/api/auth/refresh", caller.foreign))).status).toBe(403);
  });
});

describe("a request", () => {
  const origin = "http://localhost:3000";
  it.each([
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ origin }, 200],
    [{ "sec-fetch-site": "same-site", origin: "http://localhost:3001" }, 403],
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    [{ "sec-fetch-site": "none" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://localhost:3000.evil.example" }, 403],
    [{ origin: "https://localhost:3000" }, 403],
    [{}, 403],
  ])("that writes with the session cookie and the headers %j returns %i", async (from, status) => {
    const { token } = await signedIn("user");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const headers = { cookie: `sea-vision.session=${token}`, ...from };
      expect(await statusOf(requireViewer(requestTo("/", { method, headers }), "read"))).toBe(status);
    }
  });

  it("with a bearer token is accepted from any site", async () => {
    const { bearer, foreign } = await signedIn("user");
    expect(await statusOf(requireViewer(requestTo("/", { method: "POST", headers: bearer }), "read"))).toBe(200);
    expect(await statusOf(requireViewer(requestTo("/", { method: "POST", headers: { ...foreign, ...bearer } }), "read"))).toBe(200);
  });

  it("with an invalid bearer token is rejected from another site", async () => {
    const { foreign } = await signedIn("user");
    expect(
      await statusOf(requireViewer(requestTo("/", { method: "POST", headers: { ...foreign, authorization: "Bearer x" } }), "read")),
    ).toBe(401);
  });

  it("that only reads is accepted from another site", async () => {
    const { foreign } = await signedIn("user");
    expect(await statusOf(requireViewer(requestTo("/", { headers: foreign }), "read"))).toBe(200);
  });
});

describe("the access checks", () => {
  const gates = { requireViewer, requireAdmin, requireSuperadmin };
  it.each<[keyof typeof gates, Role | null, number]>([
    ["requireViewer", null, 401],
    ["requireViewer", "user", 200],
    ["requireViewer", "admin", 200],
    ["requireViewer", "superadmin", 200],
    ["requireAdmin", null, 401],
    ["requireAdmin", "user", 403],
    ["requireAdmin", "admin", 200],
    ["requireAdmin", "superadmin", 200],
    ["requireSuperadmin", null, 401],
    ["requireSuperadmin", "user", 403],
    ["requireSuperadmin", "admin", 403],
    ["requireSuperadmin", "superadmin", 200],
  ])("%s for the role %s returns %i", async (gate, role, status) => {
    const headers = role ? (await signedIn(role)).bearer : {};
    expect(await statusOf(gates[gate](requestTo("/", { headers }), "read"))).toBe(status);
  });

  it.each(["user", "admin"] as const)("end the session of a superadmin whose role was changed to %s", async (role) => {
    const { account, bearer } = await signedIn("superadmin");
    await db().account.update({ where: { id: account.id }, data: { role } });
    expect(await statusOf(requireViewer(requestTo("/", { headers: bearer }), "read"))).toBe(401);
  });
});
