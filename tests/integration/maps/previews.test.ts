import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { MapRight } from "@/lib/maps/schema";
import { assign, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { cookieFor, type MapServers, navigation, pathOn, rightOf, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishFormer, publishMap } from "./map-site";

let servers: MapServers;
let map: PublishedMap;
let other: PublishedMap;
let people: Record<"admin" | "assigned" | "stranger", SignedIn>;
let base: string;

beforeAll(async () => {
  servers = await startMapServers();
  [map, other] = await Promise.all([publishMap({ "index.html": "current" }), publishMap({ "index.html": "other" })]);
  const [admin, assigned, stranger] = await Promise.all([signedIn("admin"), signedIn("user"), signedIn("user")]);
  people = { admin, assigned, stranger };
  await assign(map.project.id, assigned.account.id);
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(() => servers.close());

describe("the preview of a former version on the shared origin", () => {
  const pathOf = (version: number, { project }: Pick<PublishedMap, "project"> = map) => `/projects/maps/${project.safeName}~${version}/`;

  function rightOfPreview(person: SignedIn, version: number): MapRight {
    return rightOf(person, { id: map.project.id, safeName: `${map.project.safeName}~${version}` });
  }

  const statusWith = async (cookie: string, path: string) =>
    (await servers.ask(`${path}index.html`, { headers: { ...subresource, cookie } })).status;

  it("opens for an admin with a cookie of its own path, which opens neither the map nor another version", async () => {
    const [version, newer] = [await publishFormer(map, { "index.html": "former" }), await publishFormer(map, { "index.html": "newer" })];
    const sent = await servers.askApp(pathOf(version), { headers: { ...people.admin.browser, ...navigation } });
    const swapped = await servers.ask(pathOn("mapsOrigin", sent), { headers: navigation });
    expect(swapped.headers["set-cookie"]?.[0]).toContain(`; Path=${pathOf(version)};`);
    const cookie = swapped.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const page = await servers.ask(pathOf(version), { headers: { ...navigation, cookie } });
    expect([page.status, page.body.toString()]).toEqual([200, "former"]);
    expect(await statusWith(cookie, base)).toBe(404);
    expect(await statusWith(cookie, pathOf(newer))).toBe(404);
    expect(await statusWith(cookieFor(rightOf(people.admin, map.project)), pathOf(version))).toBe(404);
  });

  it("is not found for a user with the map, even with a signed cookie, and asks an anonymous client to sign in", async () => {
    const version = await publishFormer(map, { "index.html": "former" });
    for (const person of [people.assigned, people.stranger]) {
      expect((await servers.askApp(pathOf(version), { headers: { ...person.browser, ...navigation } })).status).toBe(404);
      expect(await statusWith(cookieFor(rightOfPreview(person, version)), pathOf(version))).toBe(404);
    }
    expect((await servers.askApp(pathOf(version), { headers: navigation })).headers.location).toMatch(/^\/login/);
  });

  it("is not found for a version of another project, a tree of a trash, or a missing project", async () => {
    const version = await publishFormer(map, { "index.html": "former" });
    const trash = await publishFormer(map, { "index.html": "deleted" });
    await db().tree.update({ where: { id: trash }, data: { kind: "trash" } });
    const missing = { project: { ...map.project, safeName: "nowhere" } };
    for (const path of [pathOf(version, other), pathOf(trash), pathOf(version, missing), `/projects/maps/assets~${version}/`]) {
      expect((await servers.askApp(path, { headers: { ...people.admin.browser, ...navigation } })).status, path).toBe(404);
    }
    expect(await statusWith(cookieFor(rightOfPreview(people.admin, trash)), pathOf(trash))).toBe(404);
  });

  it("loses its files when the version is deleted, and its address is not found", async () => {
    const version = await publishFormer(map, { "index.html": "former" });
    const cookie = cookieFor(rightOfPreview(people.admin, version));
    expect(await statusWith(cookie, pathOf(version))).toBe(200);
    await db().tree.delete({ where: { id: version } });
    expect(await statusWith(cookie, pathOf(version))).toBe(404);
    expect((await servers.askApp(pathOf(version), { headers: { ...people.admin.browser, ...navigation } })).status).toBe(404);
  });

  it("ends within 30 seconds when the admin becomes a user, and after twelve hours", async () => {
    const version = await publishFormer(map, { "index.html": "former" });
    const admin = await signedIn("admin");
    const right = rightOfPreview(admin, version);
    expect(await statusWith(cookieFor(right, servers.now() - 13 * 3_600_000), pathOf(version))).toBe(404);
    const cookie = cookieFor(right, servers.now());
    expect(await statusWith(cookie, pathOf(version))).toBe(200);
    await db().account.update({ where: { id: admin.account.id }, data: { role: "user" } });
    await assign(map.project.id, admin.account.id);
    servers.wait(31);
    expect(await statusWith(cookie, pathOf(version))).toBe(404);
  });

  it("also opens the version that is current", async () => {
    const project = await createProject(null);
    const version = await publishFormer({ project }, { "index.html": "former" });
    await db().project.update({ where: { id: project.id }, data: { currentTreeId: version } });
    const path = pathOf(version, { project });
    const answer = await servers.askApp(path, { headers: { ...people.admin.browser, ...navigation } });
    expect(pathOn("mapsOrigin", answer)).toContain(`${path}?sea-vision-ticket=`);
  });
});
