import { describe, expect, it } from "vitest";
import { DELETE as endOne } from "@/app/api/auth/sessions/[id]/route";
import { DELETE as endOthers, GET as list } from "@/app/api/auth/sessions/route";
import { deleteExpiredSessions, expiredSessionSweep } from "@/lib/accounts/sessions/jobs";
import type { SessionList } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import { createSession } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { endSessionDuring } from "./own-account";

const PATH = "/api/auth/sessions";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

async function sessionsOf({ bearer }: SignedIn): Promise<SessionList> {
  const answer = await list(requestTo(PATH, { headers: bearer }));
  expect(answer.status).toBe(200);
  return answer.json();
}

function end(id: string, headers: HeadersInit): Promise<Response> {
  return endOne(requestTo(`${PATH}/${id}`, { method: "DELETE", headers }), { params: Promise.resolve({ id }) });
}

function endAllOthers(headers: HeadersInit): Promise<Response> {
  return endOthers(requestTo(PATH, { method: "DELETE", headers }));
}

describe("GET /api/auth/sessions", () => {
  it("lists the caller's live sessions with readable devices, the current one first, then by last use", async () => {
    const caller = await signedIn("admin");
    const [old, recent] = [await createSession(caller.account.id), await createSession(caller.account.id)];
    await createSession(caller.account.id, new Date(Date.now() - 1_000));
    await signedIn("admin");
    const hourAgo = new Date(Date.now() - 3_600_000);
    await db().session.update({ where: { id: old.id }, data: { lastSeenAt: hourAgo, userAgent: "curl/8.14.1" } });
    await db().session.update({ where: { id: recent.id }, data: { userAgent: FIREFOX, address: "192.0.2.7" } });
    await db().session.update({ where: { id: caller.session.id }, data: { lastSeenAt: hourAgo } });

    const { sessions, total } = await sessionsOf(caller);
    expect(total).toBe(3);
    expect(sessions.map(({ _id, device, kind, address, current }) => ({ _id, device, kind, address, current }))).toEqual([
      { _id: caller.session.id, device: "Unknown device", kind: "unknown", address: null, current: true },
      { _id: recent.id, device: "Firefox on Linux", kind: "desktop", address: "192.0.2.7", current: false },
      { _id: old.id, device: "API client", kind: "program", address: null, current: false },
    ]);
    expect(sessions[2]).toMatchObject({ createdAt: old.createdAt.toISOString(), lastSeenAt: hourAgo.toISOString() });
    // The current session counts as seen now, although its row is an hour old.
    expect(Date.now() - Date.parse(sessions[0]?.lastSeenAt ?? "")).toBeLessThan(60_000);
  });

  it("returns the total and always includes the current session when the list is truncated", async () => {
    const caller = await signedIn("user");
    const expiresAt = new Date(Date.now() + 3_600_000);
    await db().session.createMany({ data: Array.from({ length: 150 }, () => ({ accountId: caller.account.id, expiresAt })) });
    const { sessions, total } = await sessionsOf(caller);
    expect(sessions).toHaveLength(100);
    expect(total).toBe(151);
    expect(sessions[0]).toMatchObject({ _id: caller.session.id, current: true });
  });

  it("returns 401 without a session", async () => expect((await list(requestTo(PATH))).status).toBe(401));
});

describe("DELETE /api/auth/sessions/{id}", () => {
  it("ends another session of the caller at once and records an audit event", async () => {
    const desk = await signedIn("user");
    const phone = await signInAs(desk.account);
    await db().session.update({ where: { id: phone.session.id }, data: { userAgent: FIREFOX } });
    const answer = await end(phone.session.id, desk.browser);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "Session ended." });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect((await list(requestTo(PATH, { headers: phone.bearer }))).status).toBe(401);
    expect((await sessionsOf(desk)).total).toBe(1);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "session.ended-elsewhere", actorId: desk.account.id } });
    expect(event).toMatchObject({ targetType: "session", targetId: phone.session.id, targetName: "Firefox on Linux" });
  });

  it("signs the caller out when the ID is that of the current session", async () => {
    const caller = await signedIn("user");
    const answer = await end(caller.session.id.toUpperCase(), caller.browser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toContain("sea-vision.session=; Max-Age=0; Path=/");
    expect((await list(requestTo(PATH, { headers: caller.bearer }))).status).toBe(401);
    expect(await db().auditEvent.count({ where: { action: "session.ended", actorId: caller.account.id } })).toBe(1);
  });

  it("returns 404 for a session of another account to every role", async () => {
    const victim = await signedIn("user");
    for (const role of ["user", "admin", "superadmin"] as const) {
      const other = await signedIn(role);
      expect((await end(victim.session.id, other.browser)).status).toBe(404);
    }
    expect((await sessionsOf(victim)).total).toBe(1);
  });

  it("returns 404 for an expired and for an ended session", async () => {
    const caller = await signedIn("user");
    const expired = await createSession(caller.account.id, new Date(Date.now() - 1_000));
    const ended = await createSession(caller.account.id);
    expect((await end(expired.id, caller.browser)).status).toBe(404);
    expect((await end(ended.id, caller.browser)).status).toBe(200);
    expect((await end(ended.id, caller.browser)).status).toBe(404);
    expect(await db().auditEvent.count({ where: { actorId: caller.account.id } })).toBe(1);
  });

  it.each(["", "x", "%00", "\u0000", "00000000-0000-0000-0000-000000000000'--", "0197a1c0-0000-7000-8000-000000000001"])(
    "returns 404 for the ID %j",
    async (id) => {
      const { browser } = await signedIn("user");
      const answer = await endOne(requestTo(PATH, { method: "DELETE", headers: browser }), { params: Promise.resolve({ id }) });
      expect(answer.status).toBe(404);
    },
  );

  it("succeeds for exactly one of several concurrent requests", async () => {
    const caller = await signedIn("user");
    const { id } = await createSession(caller.account.id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => end(id, caller.bearer)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(await db().auditEvent.count({ where: { actorId: caller.account.id } })).toBe(1);
  });
});

describe("DELETE /api/auth/sessions", () => {
  it("ends all sessions except the current one and returns the number of ended live sessions", async () => {
    const caller = await signedIn("superadmin");
    const others = [await signInAs(caller.account), await signInAs(caller.account), await signInAs(caller.account)];
    await createSession(caller.account.id, new Date(Date.now() - 1_000));
    const unrelated = await signedIn("superadmin");
    const answer = await endAllOthers(caller.browser);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "All other sessions were ended.", endedSessions: 3 });
    for (const { bearer } of others) expect((await list(requestTo(PATH, { headers: bearer }))).status).toBe(401);
    expect((await sessionsOf(caller)).total).toBe(1);
    expect((await sessionsOf(unrelated)).total).toBe(1);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "session.ended-elsewhere", actorId: caller.account.id } });
    expect(event).toMatchObject({ targetType: "account", targetId: caller.account.id, details: { endedSessions: 3 } });
  });

  it("records nothing when there are no other sessions", async () => {
    const caller = await signedIn("user");
    expect(await (await endAllOthers(caller.browser)).json()).toMatchObject({ endedSessions: 0 });
    expect(await db().auditEvent.count({ where: { actorId: caller.account.id } })).toBe(0);
  });
});

describe("a request of a session that ends concurrently", () => {
  it.each<[what: string, send: (phone: SignedIn, desk: SignedIn) => Promise<Response>]>([
    ["all other sessions", (phone) => endAllOthers(phone.bearer)],
    ["another session", (phone, desk) => end(desk.session.id, phone.bearer)],
  ])("does not end %s", async (_, send) => {
    const desk = await signedIn("admin");
    const phone = await signInAs(desk.account);
    const answer = await endSessionDuring(phone, () => send(phone, desk));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Your session has expired. Please log in again." });
    expect((await sessionsOf(desk)).sessions.map(({ _id }) => _id)).toEqual([desk.session.id]);
    expect(await db().auditEvent.count({ where: { actorId: desk.account.id } })).toBe(0);
  });

  it("leaves one session when two sessions end all others concurrently", async () => {
    for (let round = 0; round < 10; round += 1) {
      const desk = await signedIn("user");
      const phone = await signInAs(desk.account);
      const answers = await Promise.all([desk, phone].map(({ bearer }) => endAllOthers(bearer)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const winner = answers[0]?.status === 200 ? desk : phone;
      expect((await sessionsOf(winner)).total).toBe(1);
    }
  });
});

it("the session endpoints return 401 without a session and 403 to pages of other sites", async () => {
  const caller = await signedIn("user");
  const other = await signInAs(caller.account);
  expect((await end(other.session.id, {})).status).toBe(401);
  expect((await end(other.session.id, caller.foreign)).status).toBe(403);
  expect((await endAllOthers({})).status).toBe(401);
  expect((await endAllOthers(caller.foreign)).status).toBe(403);
  expect((await sessionsOf(caller)).total).toBe(2);
});

describe("the sweep of expired sessions", () => {
  it("deletes all expired sessions and no others", async () => {
    const caller = await signedIn("user");
    const expired = Array.from({ length: 25 }, (_, index) => ({
      accountId: caller.account.id,
      expiresAt: new Date(Date.now() - 1_000 - index),
    }));
    await db().session.createMany({ data: expired });
    await expiredSessionSweep.run(new AbortController().signal);
    expect(await db().session.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0);
    expect((await sessionsOf(caller)).total).toBe(1);
    expect(await deleteExpiredSessions()).toBe(0);
  });
});
