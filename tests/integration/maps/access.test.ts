import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { SignedTokens } from "@/lib/http/signed-token";
import { expiringRightSchema, type MapRight } from "@/lib/maps/schema";
import { assign } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { cookieFor, type MapServers, navigation, pathOn, rightOf, said, startMapServers, subresource } from "./map-server";
import { type PublishedMap, publishAssets, publishMap } from "./map-site";

let servers: MapServers;
let map: PublishedMap;
let other: PublishedMap;
let user: SignedIn;
let admin: SignedIn;
let base: string;

beforeAll(async () => {
  servers = await startMapServers();
  [map, other] = await Promise.all([
    publishMap({ "index.html": "<h1>harbour</h1>", "tiles/0.png": "tile" }),
    publishMap({ "index.html": "other" }),
  ]);
  await publishAssets({ "logo.svg": "<svg/>" });
  [user, admin] = await Promise.all([signedIn("user"), signedIn("admin")]);
  await assign(map.project.id, user.account.id);
  base = `/projects/maps/${map.project.safeName}/`;
});
afterAll(() => servers.close());

function status(target: string, cookie: string): Promise<number> {
  return servers.ask(target, { headers: { ...subresource, cookie } }).then((answer) => answer.status);
}

/** Returns a cookie that is signed with any secret. */
function forge(right: MapRight, secret: string, expires = Math.floor(Date.now() / 1000) + 600): string {
  return `sea-vision.map=${new SignedTokens(secret, "sea-vision map pass", expiringRightSchema).sign({ ...right, expires })}`;
}

describe("a map's files stay hidden from a request", () => {
  /** Existing and missing files, in an existing map and in none. */
  const missing = () => [
    `${base}missing.png`,
    "/projects/maps/nowhere/",
    "/projects/maps/nowhere/tiles/0.png",
    "/projects/maps/assets/logo.svg",
  ];

  const cookies: [string, () => string][] = [
    ["without a cookie", () => ""],
    ["with the application's session cookie alone", () => user.browser.cookie ?? ""],
    ["with an expired cookie", () => cookieFor(rightOf(user, map.project), Date.now() - 13 * 3_600_000)],
    ["with a cookie of another secret", () => forge(rightOf(user, map.project), "another secret of thirty-two characters")],
    [
      "with a cookie whose claims were changed",
      () => {
        const [, signature] = cookieFor(rightOf(user, other.project)).split(".").slice(-2);
        return `sea-vision.map=${Buffer.from(JSON.stringify({ ...rightOf(user, map.project), expires: 9e9 })).toString("base64url")}.${signature}`;
      },
    ],
    ["with a truncated cookie", () => cookieFor(rightOf(user, map.project)).slice(0, -1)],
    ["with an empty cookie", () => "sea-vision.map="],
    ["with a cookie for another map", () => cookieFor(rightOf(admin, other.project))],
    ["with a cookie that names another map's project", () => cookieFor({ ...rightOf(user, other.project), scope: map.project.safeName })],
    ["with a cookie of a session that never was", () => cookieFor({ ...rightOf(user, map.project), session: randomUUID() })],
    ["with a cookie of another user's session", () => cookieFor({ ...rightOf(user, map.project), account: admin.account.id })],
  ];

  it.each(cookies)("%s", async (_, make) => {
    const cookie = make();
    const existing = `${base}tiles/0.png`;
    for (const method of ["GET", "HEAD"]) {
      const call = { method, headers: { ...subresource, cookie } };
      const expected = said(await servers.ask(existing, call));
      expect(expected.status).toBe(404);
      expect(expected.headers.etag ?? expected.headers["last-modified"] ?? expected.headers["set-cookie"]).toBeUndefined();
      for (const target of missing()) expect(said(await servers.ask(target, call))).toEqual(expected);
    }
    for (const target of [existing, base, ...missing()]) {
      const answer = await servers.ask(target, { headers: { ...navigation, cookie, range: "bytes=0-0", "if-none-match": "*" } });
      expect([answer.status, answer.body.length, pathOn("appOrigin", answer)]).toEqual([302, 0, `${target}?sea-vision-step=returned`]);
    }
  });

  it("of a user without the assignment, whatever the cookie contains", async () => {
    const stranger = await signedIn("user");
    expect(await status(`${base}tiles/0.png`, cookieFor(rightOf(stranger, map.project)))).toBe(404);
  });
});

describe("a request with several cookies of one name", () => {
  it("opens the map with the valid one", async () => {
    const good = cookieFor(rightOf(user, map.project));
    const target = `${base}tiles/0.png`;
    expect(await status(target, `sea-vision.map=planted; ${good}`)).toBe(200);
    expect(await status(target, `${good}; sea-vision.map=planted`)).toBe(200);
    const gone = cookieFor({ ...rightOf(user, map.project), session: randomUUID() });
    expect(await status(target, `${gone}; ${cookieFor(rightOf(admin, other.project))}; ${good}`)).toBe(200);
  });
});

describe("a user who loses a right loses the tiles within 30 seconds", () => {
  async function expectLoss(person: SignedIn, project: PublishedMap["project"], lose: () => Promise<unknown>): Promise<void> {
    const cookie = cookieFor(rightOf(person, project));
    const target = `/projects/maps/${project.safeName}/index.html`;
    expect(await status(target, cookie)).toBe(200);
    await lose();
    servers.wait(29);
    expect(await status(target, cookie)).toBe(200);
    servers.wait(1);
    expect(await status(target, cookie)).toBe(404);
    const page = await servers.ask(target, { headers: { ...navigation, cookie } });
    expect(pathOn("appOrigin", page)).toBe(`${target}?sea-vision-step=returned`);
  }

  it("by signing out", async () => {
    const person = await signedIn("admin");
    await expectLoss(person, map.project, () => db().session.delete({ where: { id: person.session.id } }));
  });

  it("by the end of the session", async () => {
    const person = await signedIn("admin");
    await expectLoss(person, map.project, () => db().session.update({ where: { id: person.session.id }, data: { expiresAt: new Date() } }));
  });

  it("by losing the assignment", async () => {
    const person = await signedIn("user");
    await assign(map.project.id, person.account.id);
    await expectLoss(person, map.project, () => db().assignment.deleteMany({ where: { accountId: person.account.id } }));
  });

  it("by becoming a plain user", async () => {
    const person = await signedIn("admin");
    await expectLoss(person, map.project, () => db().account.update({ where: { id: person.account.id }, data: { role: "user" } }));
  });

  it("by losing the account", async () => {
    const person = await signedIn("admin");
    await expectLoss(person, map.project, () => db().account.delete({ where: { id: person.account.id } }));
  });

  it("at once when the project is deleted, and gets no access to a new project of the same name", async () => {
    const { project, treeId } = await publishMap({ "index.html": "short-lived" });
    const cookie = cookieFor(rightOf(admin, project));
    const target = `/projects/maps/${project.safeName}/index.html`;
    expect(await status(target, cookie)).toBe(200);
    await db().project.delete({ where: { id: project.id } });
    await db().tree.deleteMany({ where: { id: treeId } });
    expect(await status(target, cookie)).toBe(404);
    const { treeId: newTree } = await publishMap({ "index.html": "the next" });
    await db().project.updateMany({ where: { currentTreeId: newTree }, data: { safeName: project.safeName } });
    servers.wait(30);
    expect(await status(target, cookie)).toBe(404);
  });

  it("and gets them back at once with the right", async () => {
    const person = await signedIn("user");
    const cookie = cookieFor(rightOf(person, map.project));
    expect(await status(base, cookie)).toBe(404);
    await assign(map.project.id, person.account.id);
    expect(await status(base, cookie)).toBe(200);
  });
});

describe("the shared assets", () => {
  it("open for a user with any assignment, and close after the last one is removed", async () => {
    const person = await signedIn("user");
    const cookie = cookieFor({ account: person.account.id, session: person.session.id, project: null, scope: "assets" });
    expect(await status("/projects/maps/assets/logo.svg", cookie)).toBe(404);
    await assign(other.project.id, person.account.id);
    expect(await status("/projects/maps/assets/logo.svg", cookie)).toBe(200);
    await db().assignment.deleteMany({ where: { accountId: person.account.id } });
    servers.wait(30);
    expect(await status("/projects/maps/assets/logo.svg", cookie)).toBe(404);
  });
});

describe("the renewal of a map's cookie", () => {
  it("comes with any answer once the cookie is one hour old, and not before", async () => {
    const right = rightOf(await signedIn("admin"), map.project);
    const ask = (ageInMinutes: number) => {
      const cookie = cookieFor(right, servers.now() - ageInMinutes * 60_000);
      return servers.ask(`${base}tiles/0.png`, { headers: { ...subresource, cookie } });
    };
    expect((await ask(59)).headers["set-cookie"]).toBeUndefined();
    const renewed = await ask(61);
    expect(renewed.status).toBe(200);
    expect(renewed.headers["set-cookie"]).toHaveLength(2);
    const fresh = renewed.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    servers.wait(11.5 * 3_600);
    expect(await status(`${base}tiles/0.png`, cookieFor(right, servers.now() - 12 * 3_600_000))).toBe(404);
    expect(await status(`${base}tiles/0.png`, fresh)).toBe(200);
  });
});
