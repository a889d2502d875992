import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, pool, withTransaction } from "@/lib/db";
import { addMapViews, type MapViews } from "@/lib/projects/stats/mutations";
import { ViewCounter } from "@/server/maps/view-counter";
import { createProject } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { type CuttableLine, cuttableDatabase } from "./cuttable-line";
import { cookieFor, navigation, rightOf, send } from "./map-server";
import { publishMap } from "./map-site";
import { MapsProcess } from "./maps-process";

let line: CuttableLine;

beforeAll(async () => {
  line = await cuttableDatabase();
});
afterAll(() => line.cut());

const day = "2026-11-20";

/** Returns the counts of a project by day. */
async function countsOf(projectId: string): Promise<Record<string, number>> {
  const rows = await db().mapView.findMany({ where: { projectId }, orderBy: { day: "asc" } });
  return Object.fromEntries(rows.map((row) => [row.day.toISOString().slice(0, 10), row.count]));
}

async function newProjects(count: number): Promise<string[]> {
  const projects = await Promise.all(Array.from({ length: count }, () => createProject(null)));
  return projects.map(({ id }) => id);
}

describe("the rows of views", () => {
  it("are created, increased, and kept separate by day", async () => {
    const [first = "", second = ""] = await newProjects(2);
    await addMapViews([
      { projectId: first, day, count: 2 },
      { projectId: second, day, count: 1 },
      { projectId: first, day: "2026-11-21", count: 5 },
    ]);
    await addMapViews([{ projectId: first, day, count: 40 }]);
    expect(await countsOf(first)).toEqual({ [day]: 42, "2026-11-21": 5 });
    expect(await countsOf(second)).toEqual({ [day]: 1 });
  });

  it("are not created for an unknown project or one that is being deleted, and the others are", async () => {
    const [deleted = "", kept = ""] = await newProjects(2);
    await addMapViews([{ projectId: deleted, day, count: 3 }]);
    let added: Promise<void> | undefined;
    await withTransaction(async (client) => {
      await client.query(`DELETE FROM "Project" WHERE id = $1`, [deleted]);
      added = addMapViews([deleted, kept, randomUUID()].map((projectId) => ({ projectId, day, count: 1 })));
      await until("the write waits", async () => {
        const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
        return rows.length > 0;
      });
    });
    await added;
    expect([await countsOf(deleted), await countsOf(kept)]).toEqual([{}, { [day]: 1 }]);
  });

  it("are written by several processes at once, in any order, without a deadlock or a loss", async () => {
    const ids = await newProjects(60);
    const viewsOf = (order: readonly string[]): MapViews[] => order.map((projectId) => ({ projectId, day, count: 1 }));
    const rounds = Array.from({ length: 40 }, (_, round) => addMapViews(viewsOf(round % 2 === 0 ? ids : ids.toReversed())));
    await Promise.all(rounds);
    const { _sum } = await db().mapView.aggregate({ where: { projectId: { in: ids } }, _sum: { count: true } });
    expect(_sum.count).toBe(60 * 40);
  });

  it("belong to projects that every query of the maps process finds by an index", async () => {
    const ids = await newProjects(3);
    const client = await pool().connect();
    try {
      await client.query("SET enable_seqscan = off");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN SELECT id FROM "Project" WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
        [ids],
      );
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Project_pkey");
    } finally {
      client.release(true);
    }
  });
});

describe("the view counter", () => {
  it("counts for the day of the view, also when it writes after midnight", async () => {
    const [id = ""] = await newProjects(1);
    let now = Date.parse("2026-12-31T23:59:59.900Z");
    const counter = new ViewCounter(addMapViews, () => now);
    counter.count(id);
    now += 200;
    counter.count(id);
    counter.count(id);
    await counter.close();
    expect(await countsOf(id)).toEqual({ "2026-12-31": 1, "2027-01-01": 2 });
  });

  it("writes what it kept once the database is available again", async () => {
    const [id = ""] = await newProjects(1);
    let failures = 0;
    const write = (views: readonly MapViews[]) =>
      addMapViews(views).catch((error: unknown) => {
        failures += 1;
        throw error;
      });
    const counter = new ViewCounter(write, () => Date.parse(`${day}T12:00:00Z`));
    await line.cut();
    counter.count(id);
    await until("a write fails", () => failures > 0);
    counter.count(id);
    await line.open();
    await until("the views are written", async () => (await countsOf(id))[day] === 2);
    await counter.close();
    expect(await countsOf(id)).toEqual({ [day]: 2 });
  });
});

describe("two maps processes", () => {
  it("count together, write after a while, and write the rest when they end", async () => {
    const map = await publishMap({ "index.html": "harbour", "tiles/0.png": "tile" });
    const holder = cookieFor(rightOf(await signedIn("admin"), map.project));
    const agent = new Agent({ keepAlive: true });
    const processes = await Promise.all([MapsProcess.start(), MapsProcess.start()]);
    const openMap = async ({ port }: MapsProcess) => {
      const headers = { ...navigation, "sec-fetch-site": "same-site", cookie: holder };
      const answer = await send(port, agent, `/projects/maps/${map.project.safeName}/`, { headers });
      expect(answer.status).toBe(200);
    };
    const sum = async () => Object.values(await countsOf(map.project.id)).reduce((total, count) => total + count, 0);
    await Promise.all(Array.from({ length: 30 }, (_, index) => openMap(processes[index % 2] as MapsProcess)));
    await until("the views are written", async () => (await sum()) === 30);
    await Promise.all(Array.from({ length: 14 }, (_, index) => openMap(processes[index % 2] as MapsProcess)));
    expect(await Promise.all(processes.map((one) => one.stop()))).toEqual([0, 0]);
    agent.destroy();
    expect(await sum()).toBe(44);
  });
});
