import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { passCookies, signTicket } from "@/lib/maps/policy";
import { assign } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type Answer, cookieFor, type MapServers, navigation, pathOn, rightOf, said, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishAssets, publishMap } from "./map-site";

let servers: MapServers;
let map: PublishedMap;
let other: PublishedMap;
let people: Record<"superadmin" | "admin" | "assigned" | "stranger", SignedIn>;
let base: string;

beforeAll(async () => {
  servers = await startMapServers();
  [map, other] = await Promise.all([
    publishMap({ "index.html": "<h1>harbour</h1>", "data.js": "x" }),
    publishMap({ "index.html": "other" }),
  ]);
  await publishAssets({ "logo.svg": "<svg/>" });
  const [superadmin, admin, assigned, stranger] = await Promise.all([
    signedIn("superadmin"),
    signedIn("admin"),
    signedIn("user"),
    signedIn("user"),
  ]);
  people = { superadmin, admin, assigned, stranger };
  await assign(map.project.id, assigned.account.id);
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(() => servers.close());

function cookiesOf({ headers }: Answer): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

describe("the map address on the application's origin", () => {
  it.each(["superadmin", "admin", "assigned"] as const)("redirects the %s with a ticket, and keeps path and query", async (person) => {
    const answer = await servers.askApp(`${base}a%20b/c.html?x=%41&y`, { headers: { ...people[person].browser, ...navigation } });
    expect(answer.status).toBe(302);
    expect(pathOn("mapsOrigin", answer)).toMatch(new RegExp(`^${base}a%20b/c.html\\?x=%41&y&sea-vision-ticket=[\\w.-]+$`));
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(answer.body.length).toBe(0);
  });

  it("accepts a bearer token, and redirects subresources", async () => {
    const answer = await servers.askApp(`${base}data.js`, { headers: people.assigned.bearer });
    expect(answer.status).toBe(302);
  });

  it.each([
    ["%C3%9Cbersicht-h%C3%A4fen", "ubersicht-hafen"],
    ["harbour-(2026)", "harbour-2026"],
  ])("redirects the name of a project in lower case with hyphens to its safe name: %s", async (name, safeName) => {
    const headers = { ...people.admin.browser, ...navigation };
    const answer = await servers.askApp(`/projects/maps/${name}/a%20b.html?x=1`, { headers });
    expect([answer.status, answer.headers.location]).toEqual([302, `/projects/maps/${safeName}/a%20b.html?x=1`]);
  });

  it.each(["%FF", "a%2Fb", "%E2%80%8B", "ASSETS", "a~b/../%00"])("returns 404 for the impossible name %s", async (name) => {
    const headers = { ...people.admin.browser, ...navigation };
    expect((await servers.askApp(`/projects/maps/${name}/`, { headers })).status).toBe(404);
  });

  it("adds the slash at the end of a map's address", async () => {
    const answer = await servers.askApp(base.slice(0, -1), { headers: { ...people.admin.browser, ...navigation } });
    expect(pathOn("mapsOrigin", answer)).toMatch(new RegExp(`^${base}\\?sea-vision-ticket=`));
  });

  it.each(["a map that exists", "one that does not"])("redirects a page to the sign-in first: %s", async (which) => {
    const target = which === "a map that exists" ? `${base}?a=1&b` : "/projects/maps/nowhere/?a=1&b";
    const answer = await servers.askApp(target, { headers: navigation });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(`/login?next=${encodeURIComponent(target)}`);
  });

  it("returns 401 to a subresource without a session", async () => {
    const [existing, missing] = await Promise.all(
      [base, "/projects/maps/nowhere/"].map((path) => servers.askApp(path, { headers: subresource })),
    );
    expect(said(existing as Answer)).toEqual(said(missing as Answer));
    expect(existing?.status).toBe(401);
  });

  it.each([
    ["a program", {}],
    ["a subresource", subresource],
    ["a frame", { ...navigation, "sec-fetch-dest": "iframe" }],
  ])("returns the same 404 to %s of a user without the assignment, whether the map exists or not", async (_what, kind) => {
    const headers = { ...people.stranger.browser, ...kind };
    const [existing, missing] = await Promise.all([base, "/projects/maps/nowhere/"].map((path) => servers.askApp(path, { headers })));
    expect(said(existing as Answer)).toEqual(said(missing as Answer));
    expect(existing?.status).toBe(404);
  });

  it("redirects a tab of a user without the assignment to the viewer, whether the map exists or not", async () => {
    const headers = { ...people.stranger.browser, ...navigation };
    for (const safeName of [map.project.safeName, "nowhere"]) {
      const answer = await servers.askApp(`/projects/maps/${safeName}/tiles/?a=1`, { headers });
      expect([answer.status, answer.headers.location, answer.body.length]).toEqual([302, `/projects?map=${safeName}`, 0]);
    }
    expect((await servers.askApp("/projects/maps/assets/logo.svg", { headers })).status).toBe(404);
  });

  it("tells a tab and the viewer that a map has no index.html, and links to its files for admins only", async () => {
    const { project } = await publishMap({ "tiles/0.png": "tile", "sub/index.html": "page" });
    await assign(project.id, people.assigned.account.id);
    const address = `/projects/maps/${project.safeName}/`;
    for (const [person, problem, title, link] of [
      ["admin", "no-index", "This map has no index.html", `href="/projects?files=${project.safeName}"`],
      ["assigned", "incomplete", "This map can&#39;t be shown yet", null],
    ] as const) {
      const [page, check] = await Promise.all([
        servers.askApp(address, { headers: { ...people[person].browser, ...navigation } }),
        servers.askApp(address, { method: "HEAD", headers: { ...people[person].browser, ...subresource } }),
      ]);
      expect([page.status, check.status, check.headers["x-map-problem"]]).toEqual([404, 404, problem]);
      expect(page.body.toString()).toContain(title);
      if (link) expect(page.body.toString()).toContain(link);
      else expect(page.body.toString()).not.toContain("?files=");
    }
    const page = await servers.askApp(`${address}sub/`, { headers: { ...people.assigned.browser, ...navigation } });
    expect(page.status).toBe(302);
  });

  it.each([
    ["a script of another map", { ...subresource, "sec-fetch-site": "same-site" }],
    ["a script of another site", { ...subresource, "sec-fetch-site": "cross-site" }],
    ["a frame in another map", { ...navigation, "sec-fetch-dest": "iframe", "sec-fetch-site": "same-site" }],
    ["a frame in another site", { ...navigation, "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" }],
    ["an object in a page", { ...navigation, "sec-fetch-dest": "object", "sec-fetch-site": "same-origin" }],
  ])("refuses %s, whether the map exists or not", async (_who, kind) => {
    const headers = { ...people.admin.browser, ...kind };
    const [existing, missing] = await Promise.all([base, "/projects/maps/nowhere/"].map((path) => servers.askApp(path, { headers })));
    expect([existing?.status, missing?.status]).toEqual([403, 403]);
    expect(existing?.headers.location).toBeUndefined();
  });

  it("gives a ticket to the viewer's frame, and none to the viewer's check", async () => {
    const frame = { ...navigation, "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };
    const [opened, checked] = await Promise.all([
      servers.askApp(base, { headers: { ...people.admin.browser, ...frame } }),
      servers.askApp(base, { method: "HEAD", headers: { ...people.admin.browser, ...subresource } }),
    ]);
    expect(pathOn("mapsOrigin", opened)).toContain("sea-vision-ticket=");
    expect([checked.status, pathOn("mapsOrigin", checked)]).toEqual([302, base]);
  });

  it.each(["/projects/maps", "/projects/maps/", "/projects/maps/a/../../../x", "/projects/maps/x/%2e%2e/y", "/projects/maps/x/%"])(
    "returns 404 at %s",
    async (target) => {
      expect((await servers.askApp(target, { headers: people.admin.browser })).status).toBe(404);
    },
  );

  it("accepts GET and HEAD only", async () => {
    const answer = await servers.askApp(base, { method: "POST", headers: people.admin.browser });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD");
    expect((await servers.askApp(base, { method: "HEAD", headers: people.admin.browser })).status).toBe(302);
  });

  it("opens the shared assets to users who may open any map, and to no other user", async () => {
    const ask = (person: SignedIn) => servers.askApp("/projects/maps/assets/logo.svg", { headers: { ...person.browser, ...navigation } });
    expect(pathOn("mapsOrigin", await ask(people.assigned))).toMatch(/^\/projects\/maps\/assets\/logo\.svg\?sea-vision-ticket=/);
    expect((await ask(people.admin)).status).toBe(302);
    expect((await ask(people.stranger)).status).toBe(404);
  });
});

describe("opening a map", () => {
  it("leads from a link in the application to the page, and to the shared assets it uses", async () => {
    const first = await servers.askApp(`${base}?zoom=4&name=%C3%A9`, { headers: { ...people.assigned.browser, ...navigation } });
    const swapped = await servers.ask(pathOn("mapsOrigin", first), { headers: navigation });
    expect(swapped.status).toBe(302);
    expect(swapped.headers.location).toBe(`${base}?zoom=4&name=%C3%A9`);
    expect(swapped.headers["cache-control"]).toBe("no-store");
    expect(swapped.headers["set-cookie"]).toEqual([
      expect.stringMatching(new RegExp(`^sea-vision\\.map=[\\w.-]+; Max-Age=43200; Path=${base}; HttpOnly; SameSite=Lax$`)),
      expect.stringMatching(/^sea-vision\.map=[\w.-]+; Max-Age=43200; Path=\/projects\/maps\/assets\/; HttpOnly; SameSite=Lax$/),
    ]);
    const [own = "", assets = ""] = cookiesOf(swapped).split("; ");
    const page = await servers.ask(String(swapped.headers.location), { headers: { ...navigation, cookie: own } });
    expect([page.status, page.body.toString()]).toEqual([200, "<h1>harbour</h1>"]);
    const logo = await servers.ask("/projects/maps/assets/logo.svg", { headers: { ...subresource, cookie: assets } });
    expect([logo.status, logo.body.toString()]).toEqual([200, "<svg/>"]);
  });

  it("leads from an address on the maps' origin through the application and back, and checks that the cookie was kept", async () => {
    const turned = await servers.ask(`${base}data.js?v=1`, { headers: navigation });
    expect(pathOn("appOrigin", turned)).toBe(`${base}data.js?v=1&sea-vision-step=returned`);
    const sent = await servers.askApp(pathOn("appOrigin", turned), { headers: { ...people.admin.browser, ...navigation } });
    const swapped = await servers.ask(pathOn("mapsOrigin", sent), { headers: navigation });
    expect(swapped.headers.location).toBe(`${base}data.js?v=1&sea-vision-step=cookie`);
    const kept = await servers.ask(String(swapped.headers.location), { headers: { ...navigation, cookie: cookiesOf(swapped) } });
    expect(kept.headers.location).toBe(`${base}data.js?v=1`);
  });

  it("ends with an explanation when the browser keeps no cookie, whether the map exists or not", async () => {
    for (const path of [base, "/projects/maps/nowhere/"]) {
      const answer = await servers.ask(`${path}?sea-vision-step=cookie`, { headers: navigation });
      expect(answer.status).toBe(403);
      expect(answer.body.toString()).toContain("This map needs a cookie");
      expect(answer.body.toString()).toContain(`href="http://localhost:3000${path}" target="_blank"`);
    }
  });

  it("ends with an explanation when no ticket of the application is valid", async () => {
    const answer = await servers.ask(`${base}?sea-vision-step=returned&sea-vision-ticket=bad`, { headers: navigation });
    expect(answer.status).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("takes few redirects for a browser that keeps no cookie of the maps' origin", async () => {
    let location = `${env().mapsOrigin}${base}?a=1`;
    const seen: number[] = [];
    for (let hop = 0; location && hop < 10; hop += 1) {
      const { origin, pathname, search } = new URL(location);
      const target = `${pathname}${search}`;
      const isApp = origin === env().appOrigin;
      const answer = await (isApp
        ? servers.askApp(target, { headers: { ...people.admin.browser, ...navigation } })
        : servers.ask(target, { headers: navigation }));
      seen.push(answer.status);
      location = answer.headers.location ? new URL(answer.headers.location, origin).href : "";
    }
    expect(seen).toEqual([302, 302, 302, 403]);
  });

  it("leads through the sign-in screen without the product's own parameters", async () => {
    const answer = await servers.askApp(`${base}?a=1&sea-vision-step=returned`, { headers: navigation });
    expect(answer.headers.location).toBe(`/login?next=${encodeURIComponent(`${base}?a=1`)}`);
  });

  it("removes the ticket from the address of a user who has the cookie already", async () => {
    const cookie = cookieFor(rightOf(people.admin, map.project));
    const answer = await servers.ask(`${base}?b=2&sea-vision-ticket=old`, { headers: { ...navigation, cookie } });
    expect([answer.status, answer.headers.location]).toEqual([302, `${base}?b=2`]);
  });

  it("adds the slash without a cookie, because the cookie's path has one, for any name alike", async () => {
    for (const path of [base.slice(0, -1), "/projects/maps/nowhere"]) {
      const answer = await servers.ask(`${path}?x=1`, { headers: subresource });
      expect([answer.status, answer.headers.location]).toEqual([302, `${path}/?x=1`]);
    }
  });
});

describe("a ticket is refused", () => {
  function swap(ticket: string, path = base): Promise<Answer> {
    return servers.ask(`${path}?sea-vision-ticket=${ticket}`, { headers: navigation });
  }

  function expectNothing(answer: Answer): void {
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(pathOn("appOrigin", answer)).toMatch(/\?sea-vision-step=returned$/);
  }

  it("after one minute", async () => {
    const right = rightOf(people.admin, map.project);
    expect((await swap(signTicket(right, Date.now() - 58_000))).headers["set-cookie"]).toHaveLength(2);
    expectNothing(await swap(signTicket(right, Date.now() - 61_000)));
  });

  it("for another map", async () => {
    expectNothing(await swap(signTicket(rightOf(people.admin, other.project), Date.now())));
  });

  it("when it was used before, even twice at once", async () => {
    const ticket = signTicket(rightOf(people.admin, map.project), Date.now());
    const swaps = await Promise.all([swap(ticket), swap(ticket), swap(ticket)]);
    expect(swaps.filter(({ headers }) => headers["set-cookie"])).toHaveLength(1);
    expectNothing(await swap(ticket));
  });

  it("when it is truncated, changed, or sent as a cookie", async () => {
    const ticket = signTicket(rightOf(people.admin, map.project), Date.now());
    expectNothing(await swap(ticket.slice(0, -1)));
    expectNothing(await swap(`${ticket}A`));
    expectNothing(await swap(ticket.replace(".", "A.")));
    const answer = await servers.ask(`${base}data.js`, { headers: { ...subresource, cookie: `sea-vision.map=${ticket}` } });
    expect(answer.status).toBe(404);
  });

  it("when it is a cookie's value", async () => {
    const [cookie = ""] = passCookies(rightOf(people.admin, map.project), Date.now());
    expectNothing(await swap(cookie.split(";")[0]?.slice("sea-vision.map=".length) ?? ""));
  });
});
