import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { requestAccess } from "@/lib/projects/access-requests/mutations";
import { readAttention } from "@/lib/projects/attention/data";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { newViewers, type Viewers } from "./viewers";

let viewers: Viewers;

beforeAll(async () => {
  viewers = await newViewers();
});

const CLIENT = { address: "192.0.2.1", userAgent: null };
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

describe("readAttention", () => {
  it("lists requests of users who can't open the map yet, and none for maps that don't exist", async () => {
    const [asked, given] = [await createProject(null, { name: "Asked" }), await createProject(null, { name: "Given" })];
    const user = await createAccount("user");
    const viewer = { ...viewers.user, accountId: user.id };
    for (const name of [asked.safeName, given.safeName, "no-such-map"]) await requestAccess(viewer, name, CLIENT);
    await assign(given.id, user.id);
    const { requests } = await readAttention(viewers.admin);
    expect(requests).toMatchObject([{ name: "Asked", safeName: asked.safeName, person: user.name, email: user.email }]);
    await assign(asked.id, user.id);
    expect((await readAttention(viewers.admin)).requests).toEqual([]);
  });

  it("keeps a request for 30 days, also when the user requests another map", async () => {
    const [first, second] = [await createProject(null, { name: "First" }), await createProject(null, { name: "Second" })];
    const viewer = { ...viewers.user, accountId: (await createAccount("user")).id };
    const ask = (name: string) => requestAccess(viewer, name, CLIENT);
    const age = (days: number) =>
      db().accessRequest.updateMany({ where: { accountId: viewer.accountId }, data: { createdAt: inHours(-24 * days) } });
    await ask(first.safeName);
    await age(29);
    await ask(second.safeName);
    expect((await readAttention(viewers.admin)).requests.map(({ name }) => name)).toEqual(["Second", "First"]);
    await age(31);
    await ask(second.safeName);
    expect((await readAttention(viewers.admin)).requests.map(({ name }) => name)).toEqual(["Second"]);
  });

  it("shows a limited admin only what concerns own projects", async () => {
    const [own, foreign] = [await createProject(viewers.admin.accountId, { name: "Own" }), await createProject(null, { name: "Foreign" })];
    const viewer = { ...viewers.user, accountId: (await createAccount("user")).id };
    for (const { id, safeName } of [own, foreign]) {
      await requestAccess(viewer, safeName, CLIENT);
      await db().project.update({ where: { id }, data: { allowsSharing: true } });
      await db().shareLink.create({ data: { projectId: id, expiresAt: inHours(1), tokenHash: randomUUID() } });
    }
    const limited = { ...viewers.admin, limit: { projectIds: [own.id], groupIds: [] } };
    const { requests, links } = await readAttention(limited);
    expect([...requests, ...links].map(({ name }) => name)).toEqual(["Own", "Own"]);
    expect((await readAttention(viewers.admin)).links.map(({ name }) => name)).toEqual(expect.arrayContaining(["Own", "Foreign"]));
    await db().project.deleteMany({ where: { id: { in: [own.id, foreign.id] } } });
  });

  it("lists active share links that expire within 7 days, the next first", async () => {
    const { id: projectId } = await createProject(null, { name: "Shared" });
    await db().project.update({ where: { id: projectId }, data: { allowsSharing: true } });
    const add = (label: string, expiresAt: Date | null) =>
      db().shareLink.create({ data: { projectId, label, expiresAt, tokenHash: randomUUID() } });
    await add("in six days", inHours(6 * 24));
    await add("tomorrow", inHours(24));
    await add("in eight days", inHours(8 * 24));
    await add("expired", inHours(-1));
    await add("endless", null);
    const { links } = await readAttention(viewers.admin);
    expect(links.map(({ label }) => label)).toEqual(["tomorrow", "in six days"]);
  });
});
