import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { callsOf } from "../projects/calls";
import { newLink, openShared } from "../share-links/share-calls";
import { cookieFor, type MapServers, navigation, rightOf, startMapServers } from "./map-server";
import { type PublishedMap, publishAssets, publishMap } from "./map-site";

const DENIED = "geolocation=(), camera=(), microphone=(), publickey-credentials-create=(), publickey-credentials-get=()";
const ALLOWED = DENIED.replace("geolocation=()", "geolocation=(self)");
const WITH_CAMERA = DENIED.replace("camera=(), microphone=()", "camera=(self), microphone=(self)");

let servers: MapServers;
let admin: SignedIn;
let map: PublishedMap;
let cookie: string;
let visitor: { cookie: string };
let base: string;

beforeAll(async () => {
  servers = await startMapServers();
  admin = await signedIn("admin");
  map = await publishMap({ "index.html": "map" });
  await publishAssets({ "page.html": "shared" });
  base = `/projects/maps/${map.project.safeName}/`;
  cookie = cookieFor(rightOf(admin, map.project));
  visitor = { cookie: await openShared(servers, (await newLink(admin, map.project.id)).path) };
});
afterAll(() => servers.close());

async function policyOf(target: string, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const { status, headers: answered } = await servers.ask(target, { headers: { ...navigation, cookie, ...headers } });
  return [status, answered["permissions-policy"]];
}

async function allow(settings: { allowsLocation?: boolean; allowsCamera?: boolean }): Promise<void> {
  expect((await callsOf(admin).edit(map.project.id, settings)).status).toBe(200);
  // This maps process listens to no notifications. It queries again after 30 seconds.
  servers.wait(31);
}

describe("the Permissions-Policy of a map", () => {
  it("denies location, camera and microphone while the project does not allow them", async () => {
    expect(await policyOf(base)).toEqual([200, DENIED]);
  });

  it("allows the location while the project does, also in a 304", async () => {
    const etag = (await servers.ask(base, { headers: { cookie } })).headers.etag ?? "";
    await allow({ allowsLocation: true });
    expect(await policyOf(base)).toEqual([200, ALLOWED]);
    expect(await policyOf(base, { "if-none-match": etag })).toEqual([304, ALLOWED]);
    await allow({ allowsLocation: false });
    expect(await policyOf(base, { "if-none-match": etag })).toEqual([304, DENIED]);
  });

  it("allows camera and microphone while the project does, also to visitors with a share link and in a 304", async () => {
    const etag = (await servers.ask(base, { headers: { cookie } })).headers.etag ?? "";
    await allow({ allowsCamera: true });
    expect(await policyOf(base)).toEqual([200, WITH_CAMERA]);
    expect(await policyOf(base, visitor)).toEqual([200, WITH_CAMERA]);
    expect(await policyOf(base, { "if-none-match": etag })).toEqual([304, WITH_CAMERA]);
    await allow({ allowsCamera: false });
    expect(await policyOf(base)).toEqual([200, DENIED]);
    expect(await policyOf(base, visitor)).toEqual([200, DENIED]);
  });

  it("denies location, camera and microphone to shared assets and to every page outside of a map", async () => {
    await db().project.update({ where: { id: map.project.id }, data: { allowsLocation: true, allowsCamera: true } });
    const assets = cookieFor({ ...rightOf(admin, map.project), project: null, scope: "assets" });
    expect(await policyOf("/projects/maps/assets/page.html", { cookie: assets })).toEqual([200, DENIED]);
    expect(await policyOf("/projects/maps/nowhere/", {})).toEqual([302, DENIED]);
    expect(await policyOf("/nothing")).toEqual([404, DENIED]);
  });
});
