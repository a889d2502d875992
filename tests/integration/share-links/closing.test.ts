import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { SmallReads } from "@/lib/blobs/small-reads";
import { db } from "@/lib/db/client";
import { findTreeState } from "@/lib/trees/data";
import { TreeStates } from "@/server/maps/tree-states";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type MapServers, navigation, startMapServers, subresource } from "../maps/map-server";
import { type PublishedMap, publishAssets, publishMap } from "../maps/map-site";
import { callsOf } from "../projects/calls";
import { newLink, openShared, shareCallsOf } from "./share-calls";

/** Answers tiles from memory and gets no notifications, so it shows the longest use of a lost right. */
let servers: MapServers;
let admin: SignedIn;

beforeAll(async () => {
  admin = await signedIn("admin");
  await publishAssets({ "logo.svg": "<svg/>" });
});
beforeEach(async () => {
  const trees = new TreeStates({ findState: findTreeState, hasChanged: () => false, now: Date.now });
  servers = await startMapServers({ parts: { caches: { trees, reads: new SmallReads(1_000_000) } } });
});
afterEach(() => servers.close());

type Close = (map: PublishedMap, link: string) => Promise<unknown>;

const changeProject = (data: Parameters<ReturnType<typeof callsOf>["edit"]>[1]) => (map: PublishedMap) =>
  callsOf(admin).edit(map.project.id, data);

it.each<[string, Close]>([
  ["is revoked", (_map, link) => shareCallsOf(admin).revoke(link)],
  ["expires", (_map, id) => db().shareLink.update({ where: { id }, data: { expiresAt: new Date() } })],
  ["is turned off with the sharing of its project", changeProject({ allowsSharing: false })],
  ["loses its project to the trash", (map) => callsOf(admin).remove(map.project.id)],
  ["loses its project", (map) => db().project.delete({ where: { id: map.project.id } })],
])("a link that %s closes the map, its tiles and the shared assets within 30 seconds", async (_how, close) => {
  const map = await publishMap({ "index.html": "harbour", "tiles/0.png": "tile" });
  const { id, path } = await newLink(admin, map.project.id);
  const cookie = await openShared(servers, path);
  const base = `/projects/maps/${map.project.safeName}/`;
  const files = [`${base}index.html`, `${base}tiles/0.png`, "/projects/maps/assets/logo.svg"];
  const statuses = () => Promise.all(files.map(async (file) => (await servers.ask(file, { headers: { ...subresource, cookie } })).status));
  // The second round is answered from memory.
  for (let round = 0; round < 2; round += 1) expect(await statuses()).toEqual([200, 200, 200]);
  await close(map, id);
  servers.wait(30);
  expect(await statuses()).toEqual([404, 404, 404]);
  const page = await servers.ask(base, { headers: { ...navigation, cookie } });
  expect([page.status, page.body.toString()]).toEqual([404, expect.stringContaining("This link no longer opens the map")]);
  expect((await servers.askApp(path, { headers: navigation })).status).toBe(404);
});

it("a link opens the map again when its project is restored, and when sharing is turned on again", async () => {
  const map = await publishMap({ "index.html": "harbour" });
  const { path } = await newLink(admin, map.project.id);
  const status = async () => (await servers.askApp(path, { headers: navigation })).status;
  const { edit, remove, restore } = callsOf(admin);
  await edit(map.project.id, { allowsSharing: false });
  expect(await status()).toBe(404);
  await edit(map.project.id, { allowsSharing: true });
  expect(await status()).toBe(302);
  await remove(map.project.id);
  expect(await status()).toBe(404);
  await restore(map.project.id);
  expect(await status()).toBe(302);
});
