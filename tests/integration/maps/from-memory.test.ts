import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { SmallReads } from "@/lib/blobs/small-reads";
import { db } from "@/lib/db/client";
import { saveContent } from "@/lib/files/text/content";
import { findGrant } from "@/lib/maps/data";
import type { MapRight } from "@/lib/maps/schema";
import { makeCurrent } from "@/lib/projects/versions/mutations";
import { ChangeMark } from "@/lib/trees/changes/change-mark";
import { findEntries, findTreeState } from "@/lib/trees/data";
import type { MapsParts } from "@/server/maps/handler";
import { forgetChangedTrees, TreeStates } from "@/server/maps/tree-states";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import {
  type Answer,
  type Call,
  cookieFor,
  type MapServers,
  navigation,
  pathOn,
  rightOf,
  startMapServers,
  subresource,
} from "./map-server";
import { type PublishedMap, publishFormer, publishMap, type SiteFiles } from "./map-site";

const tile = Buffer.from("a vector tile, as its layers and features are written ".repeat(60));
const files: SiteFiles = {
  "index.html": "<h1>harbour</h1>",
  "app.js": "export const sea = true;\n".repeat(40),
  "1/2/3.png": randomBytes(20_000),
  "sea of islands/ä.json": '{"type":"FeatureCollection","features":[]}'.repeat(20),
  "large.bin": randomBytes(300_000),
  "long.json": "[0]".repeat(40_000),
  "empty.json": "",
  "plain.pbf": tile,
  "gzipped.pbf": gzipSync(tile),
};

interface Cached {
  servers: MapServers;
  trees: TreeStates;
  questions: ReturnType<typeof vi.fn<typeof findEntries>>;
  grants: ReturnType<typeof vi.fn<typeof findGrant>>;
  reads: ReturnType<typeof vi.fn>;
}

const closing: (() => Promise<unknown>)[] = [];

/** Starts a maps process with caches. @param hasChanged whether a process of its instance has changed a tree */
async function startCached(hasChanged: () => boolean): Promise<Cached> {
  const [questions, grants] = [vi.fn(findEntries), vi.fn(findGrant)];
  let clock = Date.now;
  const trees = new TreeStates({ findState: findTreeState, hasChanged, now: () => clock() });
  const store = Object.create(blobStore()) as MapsParts["store"];
  const reads = vi.spyOn(store, "readBytes");
  const caches = { trees, reads: new SmallReads(1_000_000) };
  const servers = await startMapServers({ store, parts: { findEntries: questions, findGrant: grants, caches } });
  clock = servers.now;
  closing.push(() => servers.close());
  return { servers, trees, questions, grants, reads };
}

let plain: MapServers;
let cached: Cached;
let admin: SignedIn;
let map: PublishedMap;
let stored: PublishedMap;

beforeAll(async () => {
  plain = await startMapServers();
  closing.push(() => plain.close());
  const mark = new ChangeMark();
  cached = await startCached(() => mark.hasChanged());
  admin = await signedIn("admin");
  [map, stored] = await Promise.all([publishMap(files), publishMap(files, ["-0"])]);
});
afterAll(() => Promise.all(closing.map((close) => close())));

function callOf(of: PublishedMap, { method = "GET", headers = {} }: Call = {}, now = Date.now()): Call {
  return { method, headers: { ...subresource, cookie: cookieFor(rightOf(admin, of.project), now), ...headers } };
}

const pathOf = ({ project }: PublishedMap, name: string) => `/projects/maps/${project.safeName}/${name}`;

/** Returns status, headers in their order, and body. */
function wire({ status, headers, body }: Answer) {
  return { status, headers: Object.entries(headers).filter(([name]) => name !== "date"), body: body.toString("base64") };
}

describe("an answer from memory", () => {
  const conditions: Record<string, string>[] = [
    {},
    { "accept-encoding": "gzip, deflate, br" },
    { "accept-encoding": "gzip;q=0" },
    { range: "bytes=5-9" },
    { range: "bytes=999999999-" },
    { "if-none-match": "*" },
    { "if-none-match": '"other"' },
    { "if-match": '"other"' },
    { "if-modified-since": "Wed, 04 Mar 2026 05:06:08 GMT" },
    { "if-unmodified-since": "Wed, 04 Mar 2020 05:06:08 GMT" },
    { "if-range": '"other"', range: "bytes=5-9" },
    { "service-worker": "script" },
  ];
  const targets = [...Object.keys(files).map(encodeURI), "1/2/3.png?v=1", "1//2/3.png", "1/2", "", "missing.png", "%2e%2e/secret"];

  const calls = ["deflated", "stored"].flatMap((of) =>
    conditions.flatMap((headers) => ["GET", "HEAD"].map((method) => ({ of, method, headers }))),
  );

  it.each(targets)("has the same status, headers and body as one from the database: %s", async (target) => {
    for (const call of calls) {
      const of = call.of === "stored" ? stored : map;
      const expected = wire(await plain.ask(pathOf(of, target), callOf(of, call)));
      // The first answer fills the caches, and the third is sent from memory.
      for (let time = 0; time < 3; time += 1) {
        const answer = wire(await cached.servers.ask(pathOf(of, target), callOf(of, call)));
        expect({ ...call, answer }).toEqual({ ...call, answer: expected });
      }
    }
  });

  it("needs neither the database nor the store", async () => {
    const ask = () => cached.servers.ask(pathOf(stored, "1/2/3.png"), callOf(stored));
    const spies = [cached.questions, cached.grants, cached.reads];
    await until("it and the access are in memory", async () => {
      for (const spy of spies) spy.mockClear();
      await ask();
      return spies.every((spy) => spy.mock.calls.length === 0);
    });
    expect((await ask()).body.equals(Buffer.from(files["1/2/3.png"] ?? ""))).toBe(true);
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
  });

  it("lets browsers keep data for 30 s, and revalidate pages, scripts and styles", async () => {
    const cacheControl = async (name: string) => (await cached.servers.ask(pathOf(map, name), callOf(map))).headers["cache-control"];
    expect(await cacheControl("1/2/3.png")).toBe("private, max-age=30");
    expect(await cacheControl("plain.pbf")).toBe("private, max-age=30");
    expect(await cacheControl("app.js")).toBe("private, no-cache");
    expect(await cacheControl("")).toBe("private, no-cache");
  });
});

describe("the caches of the maps process", () => {
  const status = async (cookie: string, name = "1/2/3.png", headers = {}) =>
    (await cached.servers.ask(pathOf(stored, name), { headers: { ...subresource, cookie, ...headers } })).status;

  async function warm(right: MapRight): Promise<string> {
    const cookie = cookieFor(right, cached.servers.now());
    for (let time = 0; time < 3; time += 1) expect(await status(cookie)).toBe(200);
    return cookie;
  }

  it("do not give a file to another user, to a changed cookie, or to a cookie of another map", async () => {
    const cookie = await warm(rightOf(admin, stored.project));
    const stranger = await signedIn("user");
    expect(await status(cookieFor(rightOf(stranger, stored.project)))).toBe(404);
    expect(await status(cookieFor(rightOf(admin, map.project)))).toBe(404);
    expect(await status(`${cookie}x`)).toBe(404);
    expect(await status("")).toBe(404);
  });

  it("do not outlive the cookie", async () => {
    const cookie = await warm(rightOf(admin, stored.project));
    cached.servers.wait(12 * 60 * 60);
    expect(await status(cookie)).toBe(404);
  });

  it("do not give a file to a user whose session ended 30 s ago, without a notification", async () => {
    const person = await signedIn("admin");
    const cookie = await warm(rightOf(person, stored.project));
    await db().session.delete({ where: { id: person.session.id } });
    expect(await status(cookie)).toBe(200);
    cached.servers.wait(30);
    expect(await status(cookie)).toBe(404);
  });

  it("do not answer a request with two Host headers", async () => {
    const cookie = await warm(rightOf(admin, stored.project));
    const socket = connect(cached.servers.mapsPort, "127.0.0.1");
    socket.write(
      `GET ${pathOf(stored, "1/2/3.png")} HTTP/1.1\r\nHost: 127.0.0.1:${cached.servers.mapsPort}\r\nHost: b\r\nCookie: ${cookie}\r\n\r\n`,
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /);
  });

  it("notice within 30 s that a project shows another tree, without a notification", async () => {
    const former = await publishMap({ "a.json": "former" });
    const next = await publishMap({ "a.json": "next" });
    const silent = await startCached(() => false);
    const call = () => callOf(former, {}, silent.servers.now());
    const body = async () => (await silent.servers.ask(pathOf(former, "a.json"), call())).body.toString();
    for (let time = 0; time < 3; time += 1) expect(await body()).toBe("former");
    await db().project.update({ where: { id: next.project.id }, data: { currentTreeId: null } });
    await db().project.update({ where: { id: former.project.id }, data: { currentTreeId: next.treeId } });
    expect(await body()).toBe("former");
    silent.servers.wait(30);
    expect(await body()).toBe("next");
  });
});

describe("an edit of a map", () => {
  const ways: [string, (of: PublishedMap) => Promise<unknown>][] = [
    [
      "of a file",
      ({ project }) =>
        saveContent(
          { kind: "project", projectId: project.id, safeName: project.safeName, name: project.name },
          { path: ["a.json"], content: "after", mayReplace: () => true },
          actorOf(admin),
          new AbortController().signal,
        ),
    ],
    [
      "to a former version",
      async (of) => makeCurrent(of.project.id, await publishFormer(of, { "index.html": "map", "a.json": "after" }), actorOf(admin)),
    ],
  ];

  it.each(ways)("%s shows at the next request to a maps process of the same instance, without a notification", async (_, edit) => {
    const of = await publishMap({ "a.json": "before" });
    const body = async () => (await cached.servers.ask(pathOf(of, "a.json"), callOf(of, {}, cached.servers.now()))).body.toString();
    for (let time = 0; time < 3; time += 1) expect(await body()).toBe("before");
    await edit(of);
    expect(await body()).toBe("after");
  });

  it("clears the cache of a browser that opens the map within a minute", async () => {
    const of = await publishMap({ "index.html": "map", "a.json": "before" });
    const past = new Date(Date.now() - 3_600_000);
    await db().project.update({ where: { id: of.project.id }, data: { createdAt: past, updatedAt: past } });
    const clearedOnOpening = async () => {
      const sent = await plain.askApp(pathOf(of, ""), { headers: { ...admin.browser, ...navigation } });
      return (await plain.ask(pathOn("mapsOrigin", sent), { headers: navigation })).headers["clear-site-data"];
    };
    expect(await clearedOnOpening()).toBeUndefined();
    for (const [, edit] of ways) {
      await edit(of);
      expect(await clearedOnOpening()).toBe('"cache"');
      await db().project.update({ where: { id: of.project.id }, data: { updatedAt: past } });
    }
  });

  it.each(ways)("%s shows within a second at another instance", async (_, edit) => {
    const of = await publishMap({ "a.json": "before" });
    const other = await startCached(() => false);
    let notified = 0;
    const listening = forgetChangedTrees(() => {
      notified += 1;
      other.trees.forget();
    });
    closing.push(() => listening.close());
    await until("it listens", () => notified === 1);
    const body = async () => (await other.servers.ask(pathOf(of, "a.json"), callOf(of))).body.toString();
    for (let time = 0; time < 3; time += 1) expect(await body()).toBe("before");
    await edit(of);
    await until("it shows", async () => (await body()) === "after", 1_000);
  });
});
