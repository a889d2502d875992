import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOpenable } from "@/lib/accounts/references/openable-projects";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { db } from "@/lib/db/client";
import { listAssignedPage } from "@/lib/projects/lists/data";
import { assignedListQuerySchema } from "@/lib/projects/schema";
import { readUserDashboard } from "@/lib/projects/stats/data";
import { assign, createGroupWith } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { cookieFor, type MapServers, rightOf, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishAssets, publishMap } from "./map-site";

const SECOND = 1_000;
let servers: MapServers;
let map: PublishedMap;

beforeAll(async () => {
  servers = await startMapServers();
  map = await publishMap({ "index.html": "harbour" });
  await publishAssets({ "logo.svg": "<svg/>" });
});
afterAll(() => servers.close());

const past = () => new Date(Date.now() - SECOND);
const soon = () => new Date(Date.now() + 3_600 * SECOND);

async function status(person: SignedIn, { project }: PublishedMap = map): Promise<number> {
  const headers = { ...subresource, cookie: cookieFor(rightOf(person, project), servers.now()) };
  return (await servers.ask(`/projects/maps/${project.safeName}/index.html`, { headers })).status;
}

async function statusOfAssets({ account, session }: SignedIn): Promise<number> {
  const cookie = cookieFor({ account: account.id, session: session.id, project: null, scope: "assets" });
  return (await servers.ask("/projects/maps/assets/logo.svg", { headers: { ...subresource, cookie } })).status;
}

async function listed({ token }: SignedIn): Promise<string[]> {
  const viewer = await findViewerByToken(token);
  if (!viewer) throw new Error("The session is not valid.");
  const { projects, assignedTotal } = await listAssignedPage(viewer, assignedListQuerySchema.parse({}));
  expect(assignedTotal).toBe(projects.length);
  const dashboard = await readUserDashboard(viewer);
  expect(dashboard.totalProjects).toBe(projects.length);
  const names = await listOpenable(db(), viewer.accountId);
  expect(names.map(({ _id }) => _id).sort()).toEqual(projects.map(({ _id }) => _id).sort());
  return projects.map(({ _id }) => _id);
}

type Give = (person: SignedIn) => Promise<unknown>;

const group =
  (ends: { member?: Date; project?: Date } = {}): Give =>
  ({ account }) =>
    createGroupWith(account.id, map.project.id, ends);

describe("a user opens and lists a project", () => {
  it.each<[string, Give]>([
    ["that a group of theirs has", group()],
    ["that a group of theirs has, before the membership ends", (person) => group({ member: soon() })(person)],
    ["that a group of theirs has, before the group's access ends", (person) => group({ project: soon() })(person)],
    ["that is assigned to them, before the assignment ends", ({ account }) => assign(map.project.id, account.id, soon())],
    [
      "once that they have by an assignment and by two groups",
      async (person) => {
        await Promise.all([assign(map.project.id, person.account.id), group()(person), group()(person)]);
      },
    ],
    [
      "by a group when their own assignment has ended",
      async (person) => {
        await Promise.all([assign(map.project.id, person.account.id, past()), group()(person)]);
      },
    ],
  ])("%s", async (_how, give) => {
    const person = await signedIn("user");
    await give(person);
    expect(await status(person)).toBe(200);
    expect(await listed(person)).toEqual([map.project.id]);
    expect(await statusOfAssets(person)).toBe(200);
  });
});

describe("a user neither opens nor lists a project", () => {
  it.each<[string, Give]>([
    ["of a group whose membership has ended", (person) => group({ member: past() })(person)],
    ["of a group whose access has ended", (person) => group({ project: past() })(person)],
    ["whose assignment has ended", ({ account }) => assign(map.project.id, account.id, past())],
    ["of a group of another user", async () => group()(await signedIn("user"))],
  ])("%s", async (_how, give) => {
    const person = await signedIn("user");
    await give(person);
    expect(await status(person)).toBe(404);
    expect(await listed(person)).toEqual([]);
    expect(await statusOfAssets(person)).toBe(404);
  });

  it("of a group while the project is in the trash", async () => {
    const [person, trashed] = [await signedIn("user"), await publishMap({ "index.html": "old" })];
    const where = { id: trashed.project.id };
    await createGroupWith(person.account.id, where.id);
    await db().project.update({ where, data: { trashedAt: new Date() } });
    expect(await status(person, trashed)).toBe(404);
    expect(await listed(person)).toEqual([]);
    expect(await statusOfAssets(person)).toBe(404);
    await db().project.update({ where, data: { trashedAt: null } });
    expect(await status(person, trashed)).toBe(200);
  });
});

describe("a project that is open to all users", () => {
  it("opens for every signed-in user, and is in their list", async () => {
    const [person, open] = [await signedIn("user"), await publishMap({ "index.html": "open" })];
    const where = { id: open.project.id };
    expect(await status(person, open)).toBe(404);
    await db().project.update({ where, data: { isOpenToAllUsers: true } });
    expect(await status(person, open)).toBe(200);
    expect(await listed(person)).toEqual([open.project.id]);
    expect(await statusOfAssets(person)).toBe(200);
    await db().project.update({ where, data: { isOpenToAllUsers: false } });
    servers.wait(30);
    expect(await status(person, open)).toBe(404);
  });
});

describe("an account whose end is reached", () => {
  it("loses the tiles within 30 seconds, and its session at once", async () => {
    const person = await signedIn("user");
    await assign(map.project.id, person.account.id);
    expect(await status(person)).toBe(200);
    await db().account.update({ where: { id: person.account.id }, data: { expiresAt: past() } });
    expect(await findViewerByToken(person.token)).toBeNull();
    servers.wait(30);
    expect(await status(person)).toBe(404);
  });
});
