import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import { errorAnswer } from "@/lib/http/route";
import { assign } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { newLink, redeem } from "../share-links/share-calls";
import { cookieFor, type MapServers, navigation, pathOn, rightOf, startMapServers } from "./map-server";
import { type PublishedMap, publishMap } from "./map-site";

const WRITTEN = ["UsedMapTicket", "ShareLink", "Session", "MapView"];

let servers: MapServers;
let map: PublishedMap;
let user: SignedIn;
let base: string;
let sharePath: string;

/** Makes writes to the tables fail as they do when PostgreSQL can't extend a file. */
async function fillDatabaseDisk(): Promise<void> {
  await pool().query(`CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  for (const table of WRITTEN)
    await pool().query(`CREATE TRIGGER refuse_write BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION refuse_write()`);
}

async function freeDatabaseDisk(): Promise<void> {
  await pool().query("DROP FUNCTION refuse_write() CASCADE");
}

beforeAll(async () => {
  servers = await startMapServers();
  map = await publishMap({ "index.html": "harbour", "tiles/0.png": "tile" });
  user = await signedIn("user");
  await assign(map.project.id, user.account.id);
  base = `/projects/maps/${map.project.safeName}/`;
  sharePath = (await newLink(await signedIn("admin"), map.project.id)).path;
  await pool().query(`UPDATE "Session" SET "lastSeenAt" = now() - interval '1 hour'`);
  await fillDatabaseDisk();
});
afterAll(() => servers.close());

describe("while the disk of the database is full", () => {
  it("a map opens for a user who is signed in, and its ticket works once", async () => {
    const redirect = await servers.askApp(base, { headers: { ...user.browser, ...navigation } });
    const ticket = pathOn("mapsOrigin", redirect);
    const opened = await servers.ask(ticket, { headers: navigation });
    const cookie = String(opened.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
    const page = await servers.ask(base, { headers: { ...navigation, cookie } });
    expect([opened.status, page.status, page.body.toString()]).toEqual([302, 200, "harbour"]);
    const again = await servers.ask(ticket, { headers: navigation });
    expect(again.headers["set-cookie"]).toBeUndefined();
    await freeDatabaseDisk();
    expect((await servers.ask(ticket, { headers: navigation })).headers["set-cookie"]).toBeUndefined();
    await fillDatabaseDisk();
  });

  it("tiles load for a browser that has opened the map", async () => {
    const cookie = cookieFor(rightOf(user, map.project));
    expect((await servers.ask(`${base}tiles/0.png`, { headers: { cookie } })).status).toBe(200);
  });

  it.each([
    ["the driver", () => pool().query(`UPDATE "Session" SET "lastSeenAt" = now()`)],
    ["Prisma", () => db().session.updateMany({ data: { lastSeenAt: new Date() } })],
  ])("a change through %s is refused with the reason", async (_what, change) => {
    const error: unknown = await change().catch((reason: unknown) => reason);
    expect(errorAnswer(error)).toMatchObject({
      status: 503,
      body: { message: "The server's disk is full. An operator must free space on it.", code: "disk_full" },
    });
  });

  it("a share link opens", async () => {
    const opened = await servers.askApp(sharePath, { headers: navigation });
    const cookie = await redeem(servers, opened.headers.location);
    expect((await servers.ask(base, { headers: { ...navigation, cookie } })).body.toString()).toBe("harbour");
  });
});
