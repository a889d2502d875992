import { describe, expect, it } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { verifyToken } from "@/lib/accounts/sessions/token";
import { db } from "@/lib/db";
import { requestTo, signedIn } from "../../setup/signed-in";
import { endedWhileAsking, ownCalls, roles, sendProfile } from "./own-account";

describe.each(roles)("the profile of a %s", (role) => {
  const { nameField, answerField, required } = ownCalls[role].profile;

  it("takes another name, and tells the cookie, the API's client and the trail", async () => {
    const who = await signedIn(role);
    const answer = await sendProfile(role, who.browser, { [nameField]: "  Ada   Lovelace ", email: who.account.email.toUpperCase() });
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toEqual({
      message: "Profile updated successfully",
      token: expect.any(String),
      [answerField]: {
        _id: who.account.id,
        role,
        name: "Ada Lovelace",
        fullName: "Ada Lovelace",
        email: who.account.email,
        assignedProjects: [],
      },
    });
    expect(answer.headers.get("set-cookie")).toContain(`sea-vision.session=${body.token}; Max-Age=604800; Path=/; HttpOnly`);
    expect(await verifyToken(body.token)).toMatchObject({ sid: who.session.id, sub: who.account.id, role, fullName: "Ada Lovelace" });
    for (const token of [who.token, body.token]) {
      const own = await me(requestTo("/api/auth/me", { headers: { authorization: `Bearer ${token}` } }));
      expect(await own.json()).toMatchObject({ user: { name: "Ada Lovelace" } });
    }
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "account.changed", actorId: who.account.id } });
    expect(event).toMatchObject({
      targetId: who.account.id,
      targetName: who.account.email,
      details: { role, before: { name: `Some ${role}` }, after: { name: "Ada Lovelace" } },
    });
  });

  it("has nothing to save when the name is as it was, and says nothing to the trail", async () => {
    const who = await signedIn(role);
    const answer = await sendProfile(role, who.bearer, { [nameField]: ` ${who.account.name}` });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ message: "No changes to save", token: expect.any(String) });
    expect(await db().auditEvent.count({ where: { actorId: who.account.id } })).toBe(0);
  });

  it("is not changed by a session that is ended while it waits for another change", async () => {
    const who = await signedIn(role);
    const answer = await endedWhileAsking(who, () => sendProfile(role, who.bearer, { [nameField]: "Ada Lovelace" }));
    expect(answer.status).toBe(401);
    expect(await db().account.findUnique({ where: { id: who.account.id } })).toMatchObject({ name: who.account.name });
  });

  it.each(["", "   ", "\t\n", null, undefined, 5, {}, ["Ada"]])("needs a name: %j", async (name) => {
    const who = await signedIn(role);
    const answer = await sendProfile(role, who.browser, { [nameField]: name });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: required, fields: { [nameField]: required } });
  });

  it.each(["a\u0000b", "x".repeat(201)])("refuses the name %j", async (name) => {
    const who = await signedIn(role);
    expect((await sendProfile(role, who.browser, { [nameField]: name })).status).toBe(400);
    expect((await db().account.findUniqueOrThrow({ where: { id: who.account.id } })).name).toBe(who.account.name);
  });

  it.each(["other@example.com", "", 5])("keeps its address, whatever is sent: %j", async (email) => {
    const who = await signedIn(role);
    const answer = await sendProfile(role, who.browser, { [nameField]: "Ada", email });
    expect(answer.status).toBe(400);
    const message = "Email address cannot be changed";
    expect(await answer.json()).toMatchObject({ message, fields: { email: message } });
    expect(await db().account.findUniqueOrThrow({ where: { id: who.account.id } })).toMatchObject({
      name: who.account.name,
      email: who.account.email,
    });
  });

  it("takes nothing else from the body", async () => {
    const who = await signedIn(role);
    const hostile = {
      role: "superadmin",
      passwordHash: "x",
      password: "x",
      id: "x",
      _id: "x",
      createdAt: "2000-01-01",
      sessions: { deleteMany: {} },
    };
    const answer = await sendProfile(role, who.browser, { ...hostile, [nameField]: "Ada" });
    expect(answer.status).toBe(200);
    const { name, updatedAt, ...before } = who.account;
    expect(await db().account.findUniqueOrThrow({ where: { id: who.account.id } })).toMatchObject({ ...before, name: "Ada" });
  });

  it.each(["null", "[]", "5", '"Ada"', "{", "", '{"__proto__":{"name":"Ada"}}'])("is no worse for the body %s", async (body) => {
    const who = await signedIn(role);
    expect((await sendProfile(role, who.browser, body)).status).toBe(400);
  });

  it("is not for other roles, strangers, other sites or plain forms", async () => {
    for (const other of roles.filter((candidate) => candidate !== role)) {
      const stranger = await signedIn(other);
      expect((await sendProfile(role, stranger.browser, { fullName: "Ada", name: "Ada" })).status).toBe(403);
    }
    const who = await signedIn(role);
    expect((await sendProfile(role, {}, { [nameField]: "Ada" })).status).toBe(401);
    expect((await sendProfile(role, who.foreign, { [nameField]: "Ada" })).status).toBe(403);
    expect((await sendProfile(role, { ...who.browser, "content-type": "text/plain" }, { [nameField]: "Ada" })).status).toBe(415);
    expect((await db().account.findUniqueOrThrow({ where: { id: who.account.id } })).name).toBe(who.account.name);
  });
});

it("of two changes at once, each tells the trail what it replaced", async () => {
  const who = await signedIn("user");
  const names = ["Ada", "Grace", "Hedy"];
  const answers = await Promise.all(names.map((fullName) => sendProfile("user", who.bearer, { fullName })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const events = await db().auditEvent.findMany({ where: { actorId: who.account.id }, orderBy: { id: "asc" } });
  const changes = events.map(({ details }) => details as { before: { name: string }; after: { name: string } });
  const { name: last } = await db().account.findUniqueOrThrow({ where: { id: who.account.id } });
  const chain = new Map(changes.map(({ before, after }) => [before.name, after.name]));
  expect(chain.size).toBe(3);
  let at: string | undefined = who.account.name;
  for (let step = 0; step < 3; step += 1) at = chain.get(at ?? "");
  expect(at).toBe(last);
});
