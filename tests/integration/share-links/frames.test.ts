import { afterAll, beforeAll, expect, it } from "vitest";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type MapServers, navigation, startMapServers } from "../maps/map-server";
import { type PublishedMap, publishMap } from "../maps/map-site";
import { newLink, redeem, shareCallsOf, submitPassword } from "./share-calls";

// The settings are parsed on their first use. Browsers treat localhost as secure.
process.env.MAPS_ORIGIN = "http://*.localhost:3001";

const PASSWORD = "open the harbour";
const SITE = "https://www.example.org";
const framed = { ...navigation, "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" };

let servers: MapServers;
let admin: SignedIn;
let map: PublishedMap;

beforeAll(async () => {
  servers = await startMapServers();
  admin = await signedIn("admin");
  map = await publishMap({ "index.html": "harbour", "data.json": "{}" });
});
afterAll(() => servers.close());

const ancestorsOf = (header: unknown) => /frame-ancestors ([^;]*)/.exec(String(header))?.[1];

it("a link's sites may frame its password page, its map and the data of the map, with a partitioned cookie", async () => {
  const { path } = await newLink(admin, map.project.id, { password: PASSWORD, frameOrigins: [SITE] });
  const page = await servers.askApp(path, { headers: framed });
  expect([page.status, ancestorsOf(page.headers["content-security-policy"])]).toEqual([200, `'self' ${SITE}`]);
  const wrong = await submitPassword(servers, path, "wrong", { headers: framed });
  expect([wrong.status, ancestorsOf(wrong.headers["content-security-policy"])]).toEqual([403, `'self' ${SITE}`]);
  const { headers } = await submitPassword(servers, path, PASSWORD, { headers: framed });
  const { host, pathname, search } = new URL(headers.location ?? "");
  expect(host).toBe(`${map.project.id}.localhost:3001`);
  const inBrowser = { ...framed, host };
  const swapped = await servers.ask(`${pathname}${search}`, { headers: inBrowser });
  const [cookie = ""] = swapped.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/; HttpOnly; Secure; Partitioned; SameSite=None$/);
  for (const file of ["", "data.json"]) {
    const answer = await servers.ask(`${pathname}${file}`, { headers: { ...inBrowser, cookie: cookie.split(";")[0] ?? "" } });
    const ancestors = ancestorsOf(answer.headers["content-security-policy"]);
    expect([answer.status, ancestors]).toEqual([200, `'self' http://localhost:3000 ${SITE}`]);
  }
});

it("no other site may frame a link, and no link changes what others may frame", async () => {
  const { path } = await newLink(admin, map.project.id);
  const { headers } = await servers.askApp(path, { headers: framed });
  const cookie = await redeem(servers, headers.location);
  const { host, pathname } = new URL(headers.location ?? "");
  const answer = await servers.ask(pathname, { headers: { ...framed, host, cookie } });
  expect([answer.status, ancestorsOf(answer.headers["content-security-policy"])]).toEqual([200, "'self' http://localhost:3000"]);
});

it("the list of links says that other sites can show the maps", async () => {
  expect((await shareCallsOf(admin).list(map.project.id)).body.canBeFramed).toBe(true);
});
