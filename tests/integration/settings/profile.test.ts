import { describe, expect, it } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as putPreferences } from "@/app/api/user/preferences/route";
import { readPreferences } from "@/lib/accounts/data";
import { noteVisit } from "@/lib/accounts/profile/mutations";
import { verifyToken } from "@/lib/accounts/sessions/token";
import { db } from "@/lib/db/client";
import { requestTo, signedIn } from "../../setup/signed-in";
import { endSessionDuring, ownCalls, roles, sendProfile } from "./own-account";

describe.each(roles)("the profile endpoint of a %s", (role) => {
  const { nameField, answerField, required } = ownCalls[role].profile;

  it("changes the name, returns a new token and cookie and records an audit event", async () => {
    const caller = await signedIn(role);
    const answer = await sendProfile(role, caller.browser, { [nameField]: "  Ada   Lovelace ", email: caller.account.email.toUpperCase() });
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toEqual({
      message: "Profile updated successfully",
      token: expect.any(String),
      [answerField]: {
        _id: caller.account.id,
        role,
        name: "Ada Lovelace",
        fullName: "Ada Lovelace",
        email: caller.account.email,
        assignedProjects: [],
      },
    });
    expect(answer.headers.get("set-cookie")).toContain(`sea-vision.session=${body.token}; Max-Age=604800; Path=/; HttpOnly`);
    expect(await verifyToken(body.token)).toMatchObject({ sid: caller.session.id, sub: caller.account.id, role, fullName: "Ada Lovelace" });
    for (const token of [caller.token, body.token]) {
      const own = await me(requestTo("/api/auth/me", { headers: { authorization: `Bearer ${token}` } }));
      expect(await own.json()).toMatchObject({ user: { name: "Ada Lovelace" } });
    }
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "account.changed", actorId: caller.account.id } });
    expect(event).toMatchObject({
      targetId: caller.account.id,
      targetName: caller.account.email,
      details: { role, before: { name: `Some ${role}` }, after: { name: "Ada Lovelace" } },
    });
  });

  it("changes nothing and records nothing when the name stays the same", async () => {
    const caller = await signedIn(role);
    const answer = await sendProfile(role, caller.bearer, { [nameField]: ` ${caller.account.name}` });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ message: "No changes to save", token: expect.any(String) });
    expect(await db().auditEvent.count({ where: { actorId: caller.account.id } })).toBe(0);
  });

  it("returns 401 when the session ends while the request waits for another change", async () => {
    const caller = await signedIn(role);
    const answer = await endSessionDuring(caller, () => sendProfile(role, caller.bearer, { [nameField]: "Ada Lovelace" }));
    expect(answer.status).toBe(401);
    expect(await db().account.findUnique({ where: { id: caller.account.id } })).toMatchObject({ name: caller.account.name });
  });

  it.each(["", "   ", "\t\n", null, undefined, 5, {}, ["Ada"]])("returns 400 for the missing name %j", async (name) => {
    const caller = await signedIn(role);
    const answer = await sendProfile(role, caller.browser, { [nameField]: name });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: required, fields: { [nameField]: required } });
  });

  it.each(["a\u0000b", "x".repeat(201)])("returns 400 for the name %j", async (name) => {
    const caller = await signedIn(role);
    expect((await sendProfile(role, caller.browser, { [nameField]: name })).status).toBe(400);
    expect((await db().account.findUniqueOrThrow({ where: { id: caller.account.id } })).name).toBe(caller.account.name);
  });

  it.each(["other@example.com", "", 5])("returns 400 for the email %j and changes nothing", async (email) => {
    const caller = await signedIn(role);
    const answer = await sendProfile(role, caller.browser, { [nameField]: "Ada", email });
    expect(answer.status).toBe(400);
    const message = "Email address cannot be changed";
    expect(await answer.json()).toMatchObject({ message, fields: { email: message } });
    expect(await db().account.findUniqueOrThrow({ where: { id: caller.account.id } })).toMatchObject({
      name: caller.account.name,
      email: caller.account.email,
    });
  });

  it("ignores other fields of the body", async () => {
    const caller = await signedIn(role);
    const hostile = {
      role: "superadmin",
      passwordHash: "x",
      password: "x",
      id: "x",
      _id: "x",
      createdAt: "2000-01-01",
      sessions: { deleteMany: {} },
    };
    const answer = await sendProfile(role, caller.browser, { ...hostile, [nameField]: "Ada" });
    expect(answer.status).toBe(200);
    const { name, updatedAt, ...before } = caller.account;
    expect(await db().account.findUniqueOrThrow({ where: { id: caller.account.id } })).toMatchObject({ ...before, name: "Ada" });
  });

  it.each(["null", "[]", "5", '"Ada"', "{", "", '{"__proto__":{"name":"Ada"}}'])("returns 400 for the body %s", async (body) => {
    const caller = await signedIn(role);
    expect((await sendProfile(role, caller.browser, body)).status).toBe(400);
  });

  it("rejects other roles, missing sessions, other sites and plain text", async () => {
    for (const other of roles.filter((candidate) => candidate !== role)) {
      const stranger = await signedIn(other);
      expect((await sendProfile(role, stranger.browser, { fullName: "Ada", name: "Ada" })).status).toBe(403);
    }
    const caller = await signedIn(role);
    expect((await sendProfile(role, {}, { [nameField]: "Ada" })).status).toBe(401);
    expect((await sendProfile(role, caller.foreign, { [nameField]: "Ada" })).status).toBe(403);
    expect((await sendProfile(role, { ...caller.browser, "content-type": "text/plain" }, { [nameField]: "Ada" })).status).toBe(415);
    expect((await db().account.findUniqueOrThrow({ where: { id: caller.account.id } })).name).toBe(caller.account.name);
  });
});

it("concurrent profile changes record the name that each of them replaced", async () => {
  const caller = await signedIn("user");
  const names = ["Ada", "Grace", "Hedy"];
  const answers = await Promise.all(names.map((fullName) => sendProfile("user", caller.bearer, { fullName })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const events = await db().auditEvent.findMany({ where: { actorId: caller.account.id }, orderBy: { id: "asc" } });
  const changes = events.map(({ details }) => details as { before: { name: string }; after: { name: string } });
  const { name: last } = await db().account.findUniqueOrThrow({ where: { id: caller.account.id } });
  const chain = new Map(changes.map(({ before, after }) => [before.name, after.name]));
  expect(chain.size).toBe(3);
  let at: string | undefined = caller.account.name;
  for (let step = 0; step < 3; step += 1) at = chain.get(at ?? "");
  expect(at).toBe(last);
});

describe("PUT /api/user/preferences", () => {
  const send = (caller: Awaited<ReturnType<typeof signedIn>>, body: unknown) =>
    putPreferences(requestTo("/api/user/preferences", { method: "PUT", headers: caller.browser, body }));

  it.each(roles)("stores the layout of a %s and keeps other preferences", async (role) => {
    const caller = await signedIn(role);
    const { id } = caller.account;
    const unset = { projectLayout: "list", mailsAssignments: true, dateFormat: "month-first", timeZone: null };
    expect(await readPreferences(id)).toEqual(unset);
    await db().account.update({ where: { id }, data: { preferences: { later: 1 } } });
    const answer = await send(caller, { projectLayout: "gallery" });
    expect([answer.status, await answer.json()]).toEqual([200, { preferences: { ...unset, projectLayout: "gallery" } }]);
    expect(await readPreferences(id)).toEqual({ ...unset, projectLayout: "gallery" });
    expect(await db().account.findUnique({ where: { id }, select: { preferences: true } })).toEqual({
      preferences: { later: 1, projectLayout: "gallery" },
    });
  });

  it("stores a date format and a time zone, and takes the time zone of the device again", async () => {
    const caller = await signedIn("user");
    await send(caller, { dateFormat: "day-first", timeZone: "Europe/Oslo" });
    expect(await readPreferences(caller.account.id)).toMatchObject({ dateFormat: "day-first", timeZone: "Europe/Oslo" });
    await send(caller, { timeZone: null });
    expect(await readPreferences(caller.account.id)).toMatchObject({ dateFormat: "day-first", timeZone: null });
  });

  it.each([
    {},
    { projectLayout: "tiles" },
    { projectLayout: null },
    { mailsAssignments: "no" },
    { dateFormat: "roman" },
    { timeZone: "Mars/Base" },
    { timeZone: "+02:00" },
    { other: 1 },
    [],
  ])("returns 400 for %j", async (body) => {
    expect((await send(await signedIn("user"), body)).status).toBe(400);
  });
});

it("a dashboard learns when the visit before was, which ends with half an hour without one", async () => {
  const { id } = (await signedIn("user")).account;
  expect([await noteVisit(id), await noteVisit(id)]).toEqual([null, null]);
  await db().account.update({
    where: { id },
    data: { preferences: { projectLayout: "gallery", visit: { at: "2026-11-01T10:00:00Z", since: null } } },
  });
  expect(await noteVisit(id)).toBe("2026-11-01T10:00:00Z");
  // The page is loaded again within the same visit.
  expect(await noteVisit(id)).toBe("2026-11-01T10:00:00Z");
  expect(await readPreferences(id)).toMatchObject({ projectLayout: "gallery" });
});
