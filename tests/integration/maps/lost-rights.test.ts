import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db, pool } from "@/lib/db/client";
import type { Listening } from "@/lib/jobs/notifications";
import { findGrant } from "@/lib/maps/data";
import { redeemTicket } from "@/lib/maps/mutations";
import type { MapRight } from "@/lib/maps/schema";
import { findEntries } from "@/lib/trees/data";
import { MapsHandler } from "@/server/maps/handler";
import { forgetLostRights } from "@/server/maps/right-check";
import { HttpServer } from "@/server/web/http-server";
import { assign, createGroupWith } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { callsOf } from "../projects/calls";
import { newLink, shareCallsOf } from "../share-links/share-calls";
import { cookieFor, rightOf } from "./map-server";
import { type PublishedMap, publishMap } from "./map-site";

/** Time stands still for these instances: a cached right stays valid until a notification removes it. */
const start = Date.now();

interface Instance {
  server: HttpServer;
  listening: Listening | null;
}

const instances: Instance[] = [];
let map: PublishedMap;
let begun = 0;

async function startInstance(isListening: boolean): Promise<Instance> {
  const handler = new MapsHandler({
    store: blobStore(),
    findGrant,
    redeemTicket,
    findEntries,
    findViewerFile: () => Promise.resolve(null),
    countView: () => undefined,
    now: () => start,
  });
  const server = new HttpServer();
  await server.listen(0, (request, response) => handler.handle(request, response));
  const forget = (lost: Parameters<typeof handler.forgetRights>[0]) => {
    if (lost === "any") begun += 1;
    handler.forgetRights(lost);
  };
  const instance = { server, listening: isListening ? forgetLostRights(forget) : null };
  instances.push(instance);
  return instance;
}

beforeAll(async () => {
  map = await publishMap({ "index.html": "map" });
  await startInstance(true);
  await startInstance(true);
  // This instance gets no notification. It shows that the others got one.
  await startInstance(false);
  await until("both listen", () => begun === 2);
});
afterAll(async () => {
  for (const { server, listening } of instances) {
    await listening?.close();
    await server.close();
  }
});

async function statusAt({ server }: Instance, right: MapRight, { project }: PublishedMap): Promise<number> {
  const { port } = server.node.address() as AddressInfo;
  const cookie = cookieFor(right, start);
  const answer = await fetch(`http://127.0.0.1:${port}/projects/maps/${project.safeName}/index.html`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

const statuses = (person: SignedIn, of = map) => Promise.all(instances.map((one) => statusAt(one, rightOf(person, of.project), of)));

it.each<[string, "admin" | "user", (person: SignedIn) => Promise<unknown>]>([
  ["signing out", "admin", ({ session: { id } }) => db().session.delete({ where: { id } })],
  ["losing the assignment", "user", ({ account }) => db().assignment.deleteMany({ where: { accountId: account.id } })],
  [
    "an end of the assignment",
    "user",
    ({ account }) => db().assignment.updateMany({ where: { accountId: account.id }, data: { expiresAt: new Date(0) } }),
  ],
  ["an end of the account", "user", ({ account: { id } }) => db().account.update({ where: { id }, data: { expiresAt: new Date(0) } })],
  ["becoming a plain user", "admin", ({ account: { id } }) => db().account.update({ where: { id }, data: { role: "user" } })],
  ["losing the account", "user", ({ account: { id } }) => db().account.delete({ where: { id } })],
])("%s removes the map from the user at once at every instance, and from no other user", async (_how, role, lose) => {
  const [person, other] = [await signedIn(role), await signedIn("user")];
  await assign(map.project.id, other.account.id);
  if (role === "user") await assign(map.project.id, person.account.id);
  expect(await statuses(person)).toEqual([200, 200, 200]);
  expect(await statuses(other)).toEqual([200, 200, 200]);
  await lose(person);
  await until("both instances refuse", async () => (await statuses(person)).join() === "404,404,200");
  expect(await statuses(other)).toEqual([200, 200, 200]);
});

const ended = { expiresAt: new Date(0) };

it.each<[string, (of: { groupId: string; accountId: string; projectId: string }) => Promise<unknown>]>([
  ["losing the membership", ({ groupId }) => db().groupMember.deleteMany({ where: { groupId } })],
  ["an end of the membership", ({ groupId }) => db().groupMember.updateMany({ where: { groupId }, data: ended })],
  ["withdrawing the project from the group", ({ groupId }) => db().groupProject.deleteMany({ where: { groupId } })],
  ["an end of the group's access", ({ groupId }) => db().groupProject.updateMany({ where: { groupId }, data: ended })],
  ["deleting the group", ({ groupId }) => db().group.delete({ where: { id: groupId } })],
  ["moving the project to the trash", ({ projectId: id }) => db().project.update({ where: { id }, data: { trashedAt: new Date() } })],
])("%s closes a map that a group opened at once at every instance", async (_how, lose) => {
  const [person, given] = [await signedIn("user"), await publishMap({ "index.html": "of a group" })];
  const [accountId, projectId] = [person.account.id, given.project.id];
  const groupId = await createGroupWith(accountId, projectId);
  expect(await statuses(person, given)).toEqual([200, 200, 200]);
  await lose({ groupId, accountId, projectId });
  await until("both instances refuse", async () => (await statuses(person, given)).join().startsWith("404,404,"));
});

it.each<[string, (of: { groupId: string; accountId: string; projectId: string }) => Promise<unknown>]>([
  ["limiting the admin", ({ accountId: id }) => db().account.update({ where: { id }, data: { isLimited: true } })],
  ["taking the group from the limit", ({ groupId }) => db().managedGroup.deleteMany({ where: { groupId } })],
  ["withdrawing the project from the group", ({ groupId }) => db().groupProject.deleteMany({ where: { groupId } })],
  ["an end of the group's access", ({ groupId }) => db().groupProject.updateMany({ where: { groupId }, data: ended })],
  ["deleting the group", ({ groupId }) => db().group.delete({ where: { id: groupId } })],
])("%s closes a map that an admin had open at once at every instance, and no own map", async (how, lose) => {
  const [admin, given, own] = [
    await signedIn("admin"),
    await publishMap({ "index.html": "given" }),
    await publishMap({ "index.html": "own" }),
  ];
  const [accountId, projectId] = [admin.account.id, given.project.id];
  await db().project.update({ where: { id: own.project.id }, data: { createdById: accountId } });
  const groupId = await createGroupWith((await signedIn("user")).account.id, projectId);
  if (how !== "limiting the admin")
    await db().account.update({ where: { id: accountId }, data: { isLimited: true, managedGroups: { create: { groupId } } } });
  expect(await statuses(admin, given)).toEqual([200, 200, 200]);
  expect(await statuses(admin, own)).toEqual([200, 200, 200]);
  await lose({ groupId, accountId, projectId });
  await until("both instances refuse", async () => (await statuses(admin, given)).join().startsWith("404,404,"));
  expect(await statuses(admin, own)).toEqual([200, 200, 200]);
});

it("ending general access closes a map at once at every instance, and keeps it open for those with their own access", async () => {
  const [person, other, open] = [await signedIn("user"), await signedIn("user"), await publishMap({ "index.html": "open" })];
  const where = { id: open.project.id };
  await assign(where.id, other.account.id);
  await db().project.update({ where, data: { isOpenToAllUsers: true } });
  expect(await statuses(person, open)).toEqual([200, 200, 200]);
  expect(await statuses(other, open)).toEqual([200, 200, 200]);
  await db().project.update({ where, data: { isOpenToAllUsers: false } });
  await until("both instances refuse", async () => (await statuses(person, open)).join() === "404,404,200");
  expect(await statuses(other, open)).toEqual([200, 200, 200]);
});

it.each<[string, (admin: SignedIn, link: string, project: string) => Promise<{ status: number }>]>([
  ["revoking the link", (admin, link) => shareCallsOf(admin).revoke(link)],
  ["turning sharing off", (admin, _link, project) => callsOf(admin).edit(project, { allowsSharing: false })],
  ["deleting the project", (admin, _link, project) => callsOf(admin).remove(project)],
])("%s closes a map that a share link opened at once at every instance, and no other map", async (_how, close) => {
  const [admin, shared] = [await signedIn("admin"), await publishMap({ "index.html": "shared" })];
  const { id, safeName } = shared.project;
  const { id: link } = await newLink(admin, id);
  const statusesOf = () => Promise.all(instances.map((one) => statusAt(one, { link, project: id, scope: safeName }, shared)));
  expect(await statusesOf()).toEqual([200, 200, 200]);
  expect(await statuses(admin)).toEqual([200, 200, 200]);
  expect((await close(admin, link, id)).status).toBe(200);
  await until("both instances refuse", async () => (await statusesOf()).join().startsWith("404,404,"));
  expect(await statuses(admin)).toEqual([200, 200, 200]);
});

/** Admits an address to a project, and opens a session of it. */
async function newGuest(projectId: string, entry: { projectId: string } | { groupId: string }): Promise<string> {
  const email = `${randomUUID()}@fjord.example`;
  await db().guestEntry.create({ data: { ...entry, address: "groupId" in entry ? "@fjord.example" : email } });
  const expiresAt = new Date(start + 3_600_000);
  return (await db().guestSession.create({ data: { projectId, email, tokenHash: randomUUID(), expiresAt } })).id;
}

it.each<[string, "project" | "group", (of: { projectId: string; groupId: string }) => Promise<unknown>]>([
  ["removing the entry of the project", "project", ({ projectId }) => db().guestEntry.deleteMany({ where: { projectId } })],
  ["an end of the entry", "project", ({ projectId }) => db().guestEntry.updateMany({ where: { projectId }, data: ended })],
  ["removing the entry of the group", "group", ({ groupId }) => db().guestEntry.deleteMany({ where: { groupId } })],
  ["withdrawing the project from the group", "group", ({ groupId }) => db().groupProject.deleteMany({ where: { groupId } })],
  ["deleting the group", "group", ({ groupId }) => db().group.delete({ where: { id: groupId } })],
  ["deleting the project", "project", ({ projectId: id }) => db().project.update({ where: { id }, data: { trashedAt: new Date() } })],
])("%s closes a map that a guest opened at once at every instance", async (_how, by, close) => {
  const [person, shown] = [await signedIn("user"), await publishMap({ "index.html": "of a guest" })];
  const { id: projectId, safeName } = shown.project;
  const groupId = await createGroupWith(person.account.id, projectId);
  const guest = await newGuest(projectId, by === "group" ? { groupId } : { projectId });
  const statusesOf = () => Promise.all(instances.map((one) => statusAt(one, { guest, project: projectId, scope: safeName }, shown)));
  expect(await statusesOf()).toEqual([200, 200, 200]);
  await close({ projectId, groupId });
  await until("both instances refuse", async () => (await statusesOf()).join().startsWith("404,404,"));
});

it("a lost connection makes every instance query all rights again", async () => {
  const person = await signedIn("admin");
  expect(await statuses(person)).toEqual([200, 200, 200]);
  const before = begun;
  // No notification is sent when a session expires.
  await db().session.update({ where: { id: person.session.id }, data: { expiresAt: new Date(0) } });
  expect(await statuses(person)).toEqual([200, 200, 200]);
  await pool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sea-vision notifications'",
  );
  await until("both listen again", () => begun === before + 2);
  expect(await statuses(person)).toEqual([404, 404, 200]);
});
