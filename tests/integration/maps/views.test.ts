import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { assign } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type Answer, cookieFor, type MapServers, navigation, rightOf, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishAssets, publishFormer, publishMap } from "./map-site";

let servers: MapServers;
let map: PublishedMap;
let user: SignedIn;
let base: string;
let cookie: string;

/** Project and account of the counted views, in order. */
const views: string[] = [];

beforeAll(async () => {
  servers = await startMapServers({ countView: ({ projectId, accountId }) => views.push(`${projectId} ${accountId}`) });
  map = await publishMap({
    "index.html": "<h1>harbour</h1>",
    "about/index.htm": "about",
    "legend/page.html": "legend",
    "app.js": "1",
    "tiles/0.png": "tile",
    "data.json": "{}",
  });
  await publishAssets({ "help.html": "help" });
  user = await signedIn("user");
  await assign(map.project.id, user.account.id);
  base = `/projects/maps/${map.project.safeName}/`;
  const right = rightOf(user, map.project);
  cookie = `${cookieFor(right)}; ${cookieFor({ ...right, project: null, scope: "assets" })}`;
});
beforeEach(() => {
  views.length = 0;
});
afterAll(() => servers.close());

/** Headers that Chromium sends for a link or a frame of the application. */
const fromApp = { ...navigation, "sec-fetch-site": "same-site" };
const within = { ...navigation, "sec-fetch-site": "same-origin" };

interface Asked {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  status?: number;
}

async function askFor({ path = "", method = "GET", headers = fromApp, status = 200 }: Asked): Promise<void> {
  const target = path.startsWith("/") ? path : `${base}${path}`;
  const answer = await servers.ask(target, { method, headers: { cookie, ...headers } });
  expect(answer.status).toBe(status);
}

describe("a request that opens a map", () => {
  it.each<[string, Asked]>([
    ["the map in a tab", {}],
    ["the map in the application's frame", { headers: { ...fromApp, "sec-fetch-dest": "iframe" } }],
    ["the map by its own address", { headers: { ...navigation, "sec-fetch-site": "none" } }],
    ["the map from another site's page", { headers: { ...navigation, "sec-fetch-site": "cross-site" } }],
    ["its first page by name", { path: "index.html" }],
    ["another page of it", { path: "legend/page.html?layer=1" }],
    ["the page of a folder", { path: "about/" }],
    ["the map in a browser without Fetch Metadata", { headers: { accept: "text/html" } }],
    ["the map from the browser's cache", { headers: { ...fromApp, "if-none-match": "*" }, status: 304 }],
  ])("counts one view: %s", async (_, asked) => {
    await askFor(asked);
    expect(views).toEqual([`${map.project.id} ${user.account.id}`]);
  });
});

describe("a request that opens no map", () => {
  it.each<[string, Asked]>([
    ["a page linked from the map", { headers: within, path: "legend/page.html" }],
    ["a frame of the map's own", { headers: { ...within, "sec-fetch-dest": "iframe" }, path: "legend/page.html" }],
    ["HEAD", { method: "HEAD" }],
    ["a prefetched page", { headers: { ...fromApp, "sec-purpose": "prefetch;prerender" } }],
    ["a tile", { headers: subresource, path: "tiles/0.png" }],
    ["a tile in its own tab", { path: "tiles/0.png" }],
    ["a script", { headers: { ...subresource, "sec-fetch-dest": "script" }, path: "app.js" }],
    ["data in its own tab", { path: "data.json" }],
    ["a page that a script fetches", { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } }],
    ["a missing page", { path: "missing.html", status: 404 }],
    ["the redirect to a folder's page", { path: "about", status: 302 }],
    ["a part of a page", { headers: { ...fromApp, range: "bytes=0-1" }, status: 206 }],
    ["a condition that does not hold", { headers: { ...fromApp, "if-match": '"other"' }, status: 412 }],
    ["a page of the shared assets", { path: "/projects/maps/assets/help.html" }],
    ["the map without a cookie", { headers: { ...fromApp, cookie: "" }, status: 302 }],
    ["an unsupported method", { method: "POST", status: 405 }],
    ["the health check", { path: "/healthz" }],
  ])("counts no view: %s", async (_, asked) => {
    await askFor(asked);
    expect(views).toEqual([]);
  });
});

it("the preview of a former version counts no view", async () => {
  const version = await publishFormer(map, { "index.html": "former" });
  const safeName = `${map.project.safeName}~${version}`;
  const admin = cookieFor(rightOf(await signedIn("admin"), { ...map.project, safeName }));
  await askFor({ path: `/projects/maps/${safeName}/`, headers: { ...fromApp, cookie: admin } });
  expect(views).toEqual([]);
});

describe("the redirects between both origins", () => {
  /** Follows redirects as a browser does, with its cookies. @returns the statuses on the way */
  async function follow(start: string, site: string): Promise<number[]> {
    const seen: number[] = [];
    let kept = "";
    let address: URL | null = new URL(start);
    while (address && seen.length < 10) {
      const target: string = `${address.pathname}${address.search}`;
      const headers = { ...navigation, "sec-fetch-site": site };
      const answer: Answer = await (address.origin === env().appOrigin
        ? servers.askApp(target, { headers: { ...user.browser, ...headers } })
        : servers.ask(target, { headers: { ...headers, cookie: kept } }));
      seen.push(answer.status);
      kept = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ") || kept;
      address = answer.headers.location ? new URL(answer.headers.location, address) : null;
    }
    return seen;
  }

  it("count one view from the application, and one more when the map is opened again", async () => {
    expect(await follow(`${env().appOrigin}${base}`, "same-site")).toEqual([302, 302, 200]);
    expect(views).toHaveLength(1);
    expect(await follow(`${env().appOrigin}${base}`, "same-site")).toEqual([302, 302, 200]);
    expect(views).toHaveLength(2);
  });

  it("count one view from an address on the maps' origin, through the application and back", async () => {
    expect(await follow(`${env().mapsOrigin}${base}`, "none")).toEqual([302, 302, 302, 302, 200]);
    expect(views).toHaveLength(1);
  });
});
