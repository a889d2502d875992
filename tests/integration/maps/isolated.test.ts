import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signTicket } from "@/lib/maps/policy";
import { assign } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import type { Answer, MapServers } from "./map-server";
import { navigation, pathOn, rightOf, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishAssets, publishFormer, publishMap } from "./map-site";

// The settings are parsed on their first use.
process.env.MAPS_ORIGIN = "http://*.localhost:3001";

const inTab = { ...navigation, "sec-fetch-site": "none" };
const inViewer = { ...navigation, "sec-fetch-site": "same-origin", "sec-fetch-dest": "iframe" };

let servers: MapServers;
let harbour: PublishedMap;
let secret: PublishedMap;
let user: SignedIn;
let base: string;

beforeAll(async () => {
  servers = await startMapServers();
  [harbour, secret] = await Promise.all([
    publishMap({ "index.html": "harbour", "data.js": "1" }),
    publishMap({ "index.html": "secret", "data.json": "{}" }),
  ]);
  await publishAssets({ "logo.svg": "<svg/>" });
  user = await signedIn("user");
  await Promise.all([assign(harbour.project.id, user.account.id), assign(secret.project.id, user.account.id)]);
  base = `/projects/maps/${harbour.project.safeName}/`;
});
afterAll(() => servers.close());

const hostOf = ({ project }: PublishedMap) => `${project.id}.localhost:3001`;
const cookieOf = ({ headers }: Answer) => headers["set-cookie"]?.[0]?.split(";")[0] ?? "";

/** Opens a map as a browser does. @returns its cookie */
async function open(map: PublishedMap, headers: Record<string, string> = inTab): Promise<string> {
  const path = `/projects/maps/${map.project.safeName}/`;
  const sent = await servers.askApp(path, { headers: { ...user.browser, ...headers } });
  const location = new URL(sent.headers.location ?? "");
  expect(location.host).toBe(hostOf(map));
  return cookieOf(await servers.ask(`${location.pathname}${location.search}`, { headers: { host: location.host, ...headers } }));
}

describe("a browser", () => {
  it.each([
    ["a tab", inTab],
    ["the viewer", inViewer],
  ])("opens a map in %s on the map's own origin, with one partitioned cookie", async (_place, headers) => {
    const sent = await servers.askApp(base, { headers: { ...user.browser, ...headers } });
    const location = new URL(sent.headers.location ?? "");
    expect(location.origin).toBe(`http://${harbour.project.id}.localhost:3001`);
    const swapped = await servers.ask(`${base}${location.search}`, { headers: { host: location.host, ...headers } });
    expect(swapped.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^__Host-sea-vision\.map=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/),
    ]);
    const page = await servers.ask(base, { headers: { host: location.host, ...headers, cookie: cookieOf(swapped) } });
    expect([page.status, page.body.toString()]).toEqual([200, "harbour"]);
  });

  it("gets the shared assets on the map's origin with the map's cookie", async () => {
    const headers = { host: hostOf(harbour), ...subresource, cookie: await open(harbour) };
    const logo = await servers.ask("/projects/maps/assets/logo.svg", { headers });
    expect([logo.status, logo.body.toString()]).toEqual([200, "<svg/>"]);
  });

  it("opens a shared asset by its address on the origin of the assets", async () => {
    const sent = await servers.askApp("/projects/maps/assets/logo.svg", { headers: { ...user.browser, ...inTab } });
    const { host, pathname, search } = new URL(sent.headers.location ?? "");
    expect(host).toBe("assets.localhost:3001");
    const cookie = cookieOf(await servers.ask(`${pathname}${search}`, { headers: { host, ...inTab } }));
    expect((await servers.ask(pathname, { headers: { host, ...inTab, cookie } })).status).toBe(200);
  });

  it("gets no map from the origin for programs", async () => {
    const cookie = await open(harbour);
    for (const headers of [inTab, subresource]) {
      const answer = await servers.ask(`${base}data.js`, { headers: { host: "localhost:3001", ...headers, cookie } });
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    }
  });

  it("gets no file of a map from the origin of another map, with both cookies and a ticket", async () => {
    const cookie = `${await open(harbour)}; ${await open(secret)}`;
    const path = `/projects/maps/${secret.project.safeName}/data.json`;
    expect((await servers.ask(path, { headers: { host: hostOf(harbour), ...subresource, cookie } })).status).toBe(404);
    const ticket = signTicket(rightOf(user, secret.project), Date.now());
    const answer = await servers.ask(`${path}?sea-vision-ticket=${ticket}`, { headers: { host: hostOf(harbour), ...inTab } });
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("gets a cookie for a ticket once, and is redirected to the application the second time", async () => {
    const sent = await servers.askApp(base, { headers: { ...user.browser, ...inTab } });
    const { host, pathname, search } = new URL(sent.headers.location ?? "");
    const swap = () => servers.ask(`${pathname}${search}`, { headers: { host, ...inTab } });
    expect((await swap()).headers["set-cookie"]).toHaveLength(1);
    const replayed = await swap();
    expect(replayed.headers["set-cookie"]).toBeUndefined();
    expect(replayed.headers.location).toBe(`http://localhost:3000${base}?sea-vision-step=returned`);
  });

  it("gets no file for its ticket on the origin for programs, and the ticket stays valid", async () => {
    const sent = await servers.askApp(base, { headers: { ...user.browser, ...inTab } });
    const { host, pathname, search } = new URL(sent.headers.location ?? "");
    const shared = await servers.ask(`${pathname}${search}`, { headers: { host: "localhost:3001", ...inTab } });
    expect([shared.status, shared.headers["set-cookie"]]).toEqual([403, undefined]);
    expect((await servers.ask(`${pathname}${search}`, { headers: { host, ...inTab } })).headers["set-cookie"]).toHaveLength(1);
  });

  it("returns to a typed address on the map's own origin with its path and query", async () => {
    const typed = `${base}data.js?x=%41&y`;
    const onMap = { host: hostOf(harbour), ...inTab };
    const turned = await servers.ask(typed, { headers: onMap });
    const sent = await servers.askApp(pathOn("appOrigin", turned), { headers: { ...user.browser, ...inTab } });
    const { host, pathname, search } = new URL(sent.headers.location ?? "");
    expect(host).toBe(onMap.host);
    const swapped = await servers.ask(`${pathname}${search}`, { headers: onMap });
    const kept = await servers.ask(swapped.headers.location ?? "", { headers: { ...onMap, cookie: cookieOf(swapped) } });
    expect(kept.headers.location).toBe(typed);
  });

  it.each(["same-site", "cross-site"])("gets no file of a map for a %s page", async (site) => {
    const headers = { host: hostOf(secret), ...subresource, "sec-fetch-site": site, cookie: await open(secret) };
    expect((await servers.ask(`/projects/maps/${secret.project.safeName}/data.json`, { headers })).status).toBe(404);
  });

  it("can request the health check on every origin", async () => {
    for (const host of ["localhost:3001", hostOf(harbour)]) {
      expect((await servers.ask("/healthz", { headers: { host, ...subresource, "sec-fetch-site": "cross-site" } })).status).toBe(200);
    }
  });
});

describe("an admin's preview of a former version", () => {
  let admin: SignedIn;
  const previews: { version: number; path: string; host: string }[] = [];

  beforeAll(async () => {
    admin = await signedIn("admin");
    for (const text of ["older", "old"]) {
      const version = await publishFormer(harbour, { "index.html": text, "data.js": text });
      const path = `/projects/maps/${harbour.project.safeName}~${version}/`;
      previews.push({ version, path, host: `${harbour.project.id}-${version}.localhost:3001` });
    }
  });

  async function openPreview({ path, host }: { path: string; host: string }): Promise<string> {
    const sent = await servers.askApp(path, { headers: { ...admin.browser, ...inTab } });
    const location = new URL(sent.headers.location ?? "");
    expect([location.host, location.pathname]).toEqual([host, path]);
    return cookieOf(await servers.ask(`${path}${location.search}`, { headers: { host, ...inTab } }));
  }

  it("opens on an origin of its own with the headers and the assets of the map", async () => {
    const [preview = { path: "", host: "" }] = previews;
    const cookie = await openPreview(preview);
    expect(cookie).toMatch(/^__Host-sea-vision\.map=/);
    const page = await servers.ask(preview.path, { headers: { host: preview.host, ...inTab, cookie } });
    expect([page.status, page.body.toString()]).toEqual([200, "older"]);
    const current = await servers.ask(base, { headers: { host: hostOf(harbour), ...inTab, cookie: await open(harbour) } });
    const protections = ({ headers }: Answer) =>
      ["content-security-policy", "permissions-policy", "cross-origin-resource-policy", "x-content-type-options", "cache-control"].map(
        (name) => headers[name],
      );
    expect(protections(page)).toEqual(protections(current));
    expect(protections(page)).not.toContain(undefined);
    const logo = await servers.ask("/projects/maps/assets/logo.svg", { headers: { host: preview.host, ...subresource, cookie } });
    expect(logo.status).toBe(200);
  });

  it("refuses the cookie of a version for the current map and other versions, and the cookie of the map for a version", async () => {
    const [first = { path: "", host: "" }, second = { path: "", host: "" }] = previews;
    const cookie = `${await openPreview(first)}; ${await open(harbour)}`;
    const file = (host: string, path: string) => servers.ask(`${path}data.js`, { headers: { host, ...subresource, cookie } });
    expect((await file(first.host, first.path)).body.toString()).toBe("older");
    for (const [host, path] of [
      [first.host, base],
      [first.host, second.path],
      [second.host, first.path],
      [second.host, second.path],
      [hostOf(harbour), first.path],
    ] as const)
      expect((await file(host, path)).status, `${path} on ${host}`).toBe(404);
    const onlyMap = { host: first.host, ...subresource, cookie: await open(harbour) };
    expect((await servers.ask(`${first.path}data.js`, { headers: onlyMap })).status).toBe(404);
    const onlyPreview = { host: hostOf(harbour), ...subresource, cookie: await openPreview(first) };
    expect((await servers.ask(`${base}data.js`, { headers: onlyPreview })).status).toBe(404);
  });

  it("takes no ticket of another version or of the map", async () => {
    const [first = { path: "", host: "" }, second = { path: "", host: "" }] = previews;
    for (const path of [second.path, base]) {
      const sent = await servers.askApp(path, { headers: { ...admin.browser, ...inTab } });
      const { search } = new URL(sent.headers.location ?? "");
      const answer = await servers.ask(`${first.path}${search}`, { headers: { host: first.host, ...inTab } });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });
});

describe("a program", () => {
  it("gets a ticket and the file with Node's fetch, which sends only some Fetch Metadata", async () => {
    const sent = await servers.askApp(`${base}data.js`, { headers: { ...user.bearer, "sec-fetch-mode": "cors" } });
    const { pathname, search } = new URL(sent.headers.location ?? "");
    const address = `http://127.0.0.1:${servers.mapsPort}${pathname}`;
    const swapped = await fetch(`${address}${search}`, { redirect: "manual" });
    const cookie = swapped.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect(await (await fetch(address, { headers: { cookie } })).text()).toBe("1");
  });

  it("opens a map on the origin above those of the maps, where its name resolves", async () => {
    const sent = await servers.askApp(`${base}data.js`, { headers: user.bearer });
    const { host, pathname, search } = new URL(sent.headers.location ?? "");
    expect(host).toBe("localhost:3001");
    const swapped = await servers.ask(`${pathname}${search}`, { headers: { host } });
    const file = await servers.ask(pathname, { headers: { host, cookie: cookieOf(swapped) } });
    expect([file.status, file.body.toString()]).toEqual([200, "1"]);
  });
});

describe("a root path on a map's own origin", () => {
  it("is a file of the map to a browser that opened it, as builds of web frameworks expect", async () => {
    const built = await publishMap({ "index.html": "app", "assets/app.js": "1", healthz: "file", "sub/index.html": "sub" });
    await assign(built.project.id, user.account.id);
    const cookie = await open(built);
    const ask = (path: string, headers: Record<string, string> = subresource) =>
      servers.ask(path, { headers: { host: hostOf(built), cookie, ...headers } });
    expect((await ask("/assets/app.js")).body.toString()).toBe("1");
    expect((await ask("/", inTab)).body.toString()).toBe("app");
    expect((await ask("/sub", inTab)).headers.location).toBe(`/projects/maps/${built.project.safeName}/sub/`);
    expect((await ask("/healthz")).body.toString()).toBe("ok\n");
    expect((await ask("/assets/missing.js")).status).toBe(404);
    expect((await ask("/../secret/data.json")).status).toBe(404);
  });

  it("is nothing to other maps' cookies, without a cookie, and on the origin that programs share", async () => {
    const cookie = await open(harbour);
    const without = await servers.ask("/data.js", { headers: { host: hostOf(harbour), ...subresource } });
    const ofOther = await servers.ask("/data.json", { headers: { host: hostOf(secret), cookie, ...subresource } });
    const shared = await servers.ask("/data.js", { headers: { host: "localhost:3001", cookie } });
    expect([without, ofOther, shared].map(({ status }) => status)).toEqual([404, 404, 404]);
    const elsewhere = { ...subresource, "sec-fetch-site": "cross-site" };
    expect((await servers.ask("/data.js", { headers: { host: hostOf(harbour), cookie, ...elsewhere } })).status).toBe(404);
  });
});

describe("a link with the attribute download in a frame, which Chromium requests without the frame's cookie", () => {
  const asDownload = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "empty" };
  const inFrame = { ...navigation, "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" };

  it("makes a detour to the application and back, and then gets the file as an attachment", async () => {
    const cookie = await open(harbour);
    const refused = await servers.ask(`${base}data.js?v=1`, { headers: { host: hostOf(harbour), ...asDownload } });
    const returned = await servers.askApp(pathOn("appOrigin", refused), { headers: inFrame });
    const back = new URL(returned.headers.location ?? "");
    expect(back.origin).toBe(`http://${hostOf(harbour)}`);
    const sent = await servers.ask(back.pathname + back.search, { headers: { host: back.host, cookie, ...inFrame } });
    expect([sent.status, sent.headers["content-disposition"], sent.body.toString()]).toEqual([200, "attachment; filename=data.js", "1"]);
    // Without the cookie there, it does not begin again.
    expect((await servers.ask(back.pathname + back.search, { headers: { host: back.host, ...inFrame } })).status).not.toBe(302);
  });

  it("is redirected to no origin but those of maps", async () => {
    for (const label of ["evil.example", "", "localhost", `${secret.project.id}.x`]) {
      const answer = await servers.askApp(`${base}data.js?sea-vision-step=download&sea-vision-label=${label}`, { headers: inFrame });
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    }
  });
});
