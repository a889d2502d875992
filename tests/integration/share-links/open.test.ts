import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { findGrant } from "@/lib/maps/data";
import type { MapViewer } from "@/lib/projects/stats/mutations";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type MapServers, navigation, pathOn, said, startMapServers, subresource } from "../maps/map-server";
import { type PublishedMap, publishAssets, publishFormer, publishMap } from "../maps/map-site";
import { callsOf, eventsOf } from "../projects/calls";
import { newLink, openShared, redeem, shareCallsOf, submitPassword } from "./share-calls";

const PASSWORD = "open the harbour";
const ANCESTORS = "frame-ancestors 'self' http://localhost:3000";

const countView = vi.fn<(viewer: MapViewer) => void>();
let servers: MapServers;
let admin: SignedIn;
let map: PublishedMap;
let other: PublishedMap;
let base: string;

beforeAll(async () => {
  servers = await startMapServers({ countView });
  admin = await signedIn("admin");
  [map, other] = await Promise.all([
    publishMap({ "index.html": "harbour", "tiles/0.png": "tile" }),
    publishMap({ "index.html": "another", "tiles/0.png": "tile" }),
  ]);
  await publishAssets({ "logo.svg": "<svg/>" });
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(() => servers.close());

const linkOf = (id: string) => db().shareLink.findUniqueOrThrow({ where: { id } });

describe("a share link", () => {
  it("opens the map and its tiles without an account, and counts the opening", async () => {
    const { id, path } = await newLink(admin, map.project.id);
    const opened = await servers.askApp(path, { headers: navigation });
    expect(opened.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(pathOn("mapsOrigin", opened)).toMatch(/^\/projects\/maps\/[^/]+\/\?sea-vision-step=shared&sea-vision-ticket=/);
    expect(opened.headers.location).not.toContain(path.split("/").at(-1));
    const cookie = await redeem(servers, opened.headers.location);
    // The step leaves the address once the cookie has arrived.
    const arrived = await servers.ask(`${base}?sea-vision-step=shared`, { headers: { ...navigation, cookie } });
    expect([arrived.status, arrived.headers.location]).toEqual([302, base]);
    countView.mockClear();
    const page = await servers.ask(base, { headers: { ...navigation, cookie } });
    expect([page.status, page.body.toString(), page.headers["content-security-policy"]]).toEqual([200, "harbour", ANCESTORS]);
    expect(countView.mock.calls).toMatchObject([[{ projectId: map.project.id, accountId: null, credentialId: id }]]);
    for (const file of [`${base}tiles/0.png`, "/projects/maps/assets/logo.svg"])
      expect((await servers.ask(file, { headers: { ...subresource, cookie } })).status).toBe(200);
    expect(await linkOf(id)).toMatchObject({ openings: 1, lastOpenedAt: expect.any(Date) });
  });

  it("opens no other map, no version of its own, and nothing of the application", async () => {
    const { path } = await newLink(admin, map.project.id);
    const cookie = await openShared(servers, path);
    const version = await publishFormer(map, { "index.html": "former" });
    for (const target of [`/projects/maps/${other.project.safeName}/tiles/0.png`, `${base.slice(0, -1)}~${version}/index.html`])
      expect((await servers.ask(target, { headers: { ...subresource, cookie } })).status).toBe(404);
    expect((await servers.askApp(base, { headers: { ...subresource, cookie } })).status).toBe(401);
  });

  it("counts no HEAD, no prefetch and no program", async () => {
    const { id, path } = await newLink(admin, map.project.id);
    await servers.askApp(path, { method: "HEAD", headers: navigation });
    await servers.askApp(path, { headers: { ...navigation, "sec-purpose": "prefetch" } });
    await servers.askApp(path);
    expect(await linkOf(id)).toMatchObject({ openings: 0, lastOpenedAt: null });
  });

  it("gives nothing to images and scripts of pages", async () => {
    const { path } = await newLink(admin, map.project.id);
    expect((await servers.askApp(path, { headers: { ...subresource, "sec-fetch-site": "cross-site" } })).status).toBe(404);
  });

  it("answers the same for a token that never was, an expired link, a revoked one, and those of a project that is closed", async () => {
    const [expired, revoked] = [await newLink(admin, map.project.id), await newLink(admin, map.project.id)];
    await db().shareLink.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    await shareCallsOf(admin).revoke(revoked.id);
    const [off, trashed] = [await createProject(null), await createProject(null)];
    const closed = await Promise.all([off, trashed].map(({ id }) => newLink(admin, id, { password: PASSWORD })));
    await callsOf(admin).edit(off.id, { allowsSharing: false });
    await callsOf(admin).remove(trashed.id);
    for (const method of ["GET", "POST"]) {
      const ask = async (path: string) =>
        said(method === "GET" ? await servers.askApp(path, { headers: navigation }) : await submitPassword(servers, path, PASSWORD));
      const unknown = await ask(`/share/${"x".repeat(43)}`);
      expect(unknown.status).toBe(404);
      const paths = [...[expired, revoked, ...closed].map(({ path }) => path), "/share/short"];
      for (const path of paths) expect(await ask(path)).toEqual(unknown);
    }
  });

  it("says that the map can't be shown while it has no page", async () => {
    const { path } = await newLink(admin, (await createProject(null)).id);
    const answer = await servers.askApp(path, { headers: navigation });
    expect([answer.status, answer.body.toString()]).toEqual([404, expect.stringContaining("This map can&#39;t be shown yet")]);
  });

  it("redirects to the address of a map on another site", async () => {
    const mapUrl = "https://charts.example/map";
    const { id, path } = await newLink(admin, (await createProject(null, { mapUrl })).id);
    const { status, headers } = await servers.askApp(path, { headers: navigation });
    expect([status, headers.location, headers["referrer-policy"]]).toEqual([302, mapUrl, "no-referrer"]);
    expect((await linkOf(id)).openings).toBe(1);
  });

  it("says which cookie is missing, without a way to the sign-in", async () => {
    const answer = await servers.ask(`${base}?sea-vision-step=shared`, { headers: navigation });
    expect([answer.status, answer.body.toString()]).toEqual([403, expect.stringContaining("then open the link again")]);
  });
});

describe("the password of a share link", () => {
  it("is asked for by a page that no other site can frame or learn the address of", async () => {
    const { id, path } = await newLink(admin, map.project.id, { password: PASSWORD });
    const page = await servers.askApp(path, { headers: navigation });
    expect([page.status, page.body.toString()]).toEqual([200, expect.stringContaining('type="password"')]);
    expect(page.body.toString()).not.toContain(map.project.name);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/; frame-ancestors 'self'$/),
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
    expect((await linkOf(id)).openings).toBe(0);
  });

  it("opens the map when it is right, and shows the page again when it is wrong", async () => {
    const { path } = await newLink(admin, map.project.id, { password: PASSWORD });
    const wrong = await submitPassword(servers, path, "open the other");
    expect([wrong.status, wrong.body.toString()]).toEqual([403, expect.stringContaining("This password is not right.")]);
    const right = await submitPassword(servers, path, PASSWORD);
    const cookie = await redeem(servers, right.headers.location);
    expect((await servers.ask(`${base}tiles/0.png`, { headers: { ...subresource, cookie } })).status).toBe(200);
  });

  it("can be tried ten times from a network within 15 minutes, which one audit event records", async () => {
    const mine = await createProject(null, { mapUrl: "https://charts.example/" });
    const { id, path } = await newLink(admin, mine.id, { password: PASSWORD, label: "Press" });
    // Each attempt that is checked takes some milliseconds of a core.
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await submitPassword(servers, path, `wrong ${attempt}`)).status).toBe(403);
    for (const password of [PASSWORD, "wrong"]) {
      const limited = await submitPassword(servers, path, password);
      expect([limited.status, Number(limited.headers["retry-after"])]).toEqual([429, expect.closeTo(900, -2)]);
      expect(limited.body.toString()).toContain("Too many attempts.");
    }
    const limited = (await eventsOf(mine.id)).filter(({ action }) => action === "share-link.limited");
    const credential = { kind: "link", _id: id, name: "Press" };
    expect(limited).toMatchObject([{ actorId: null, address: "127.0.0.1", credential, details: { link: id, label: "Press" } }]);
    // Another link of the same project has a limit of its own.
    const second = await newLink(admin, mine.id, { password: PASSWORD });
    expect((await submitPassword(servers, second.path, PASSWORD)).status).toBe(302);
  });

  it("can be tried ten times again after it was right", async () => {
    const { path } = await newLink(admin, map.project.id, { password: PASSWORD });
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1) await submitPassword(servers, path, "wrong");
      expect((await submitPassword(servers, path, PASSWORD)).status).toBe(302);
    }
  });

  it("is read from a form only", async () => {
    const { path } = await newLink(admin, map.project.id, { password: PASSWORD });
    expect((await submitPassword(servers, path, PASSWORD, { headers: { "content-type": "application/json" } })).status).toBe(415);
  });
});

describe("a ticket of a share link", () => {
  it("works once", async () => {
    const { path } = await newLink(admin, map.project.id);
    const { headers } = await servers.askApp(path, { headers: navigation });
    expect(await redeem(servers, headers.location)).toContain("sea-vision.map=");
    expect(await redeem(servers, headers.location)).toBe("");
  });

  it("does not open a link that was revoked before it was used", async () => {
    const { id, path } = await newLink(admin, map.project.id);
    const { headers } = await servers.askApp(path, { headers: navigation });
    await shareCallsOf(admin).revoke(id);
    const cookie = await redeem(servers, headers.location);
    const answer = await servers.ask(base, { headers: { ...navigation, cookie } });
    expect([answer.status, answer.body.toString()]).toEqual([404, expect.stringContaining("This link no longer opens the map")]);
  });

  it("names no link that could be another project's", async () => {
    const { id } = await newLink(admin, other.project.id);
    const right = { link: id, project: map.project.id, scope: map.project.safeName };
    expect(await findGrant(right)).toBeNull();
    expect(await findGrant({ ...right, link: randomUUID() })).toBeNull();
  });
});
