import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import { execute } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { deleteOldMapViews } from "@/lib/projects/jobs";
import { addMapViews, type MapViewer, type MapViews } from "@/lib/projects/stats/mutations";
import { ViewCounter } from "@/server/maps/view-counter";
import { createAccount, createProject } from "../../setup/fixtures";
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

const viewerOf = (projectId: string): MapViewer => ({ projectId, accountId: randomUUID(), credentialId: randomUUID(), treeId: 0 });

/** Views by an account that does not exist, unless another is given. */
function viewsOf(projectId: string, count: number, given: Partial<MapViews> = {}): MapViews {
  return { ...viewerOf(projectId), day, count, lastViewedAt: `${given.day ?? day}T12:00:00.000Z`, ...given };
}

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
    await addMapViews([viewsOf(first, 2), viewsOf(second, 1), viewsOf(first, 5, { day: "2026-11-21" })]);
    await addMapViews([viewsOf(first, 40)]);
    expect(await countsOf(first)).toEqual({ [day]: 42, "2026-11-21": 5 });
    expect(await countsOf(second)).toEqual({ [day]: 1 });
  });

  it("are not created for an unknown project or one that is being deleted, and the others are", async () => {
    const [deleted = "", kept = ""] = await newProjects(2);
    await addMapViews([viewsOf(deleted, 3)]);
    let added: Promise<void> | undefined;
    await inTransaction(async (client) => {
      await execute(client, { text: `DELETE FROM "Project" WHERE id = $1`, values: [deleted] });
      added = addMapViews([deleted, kept, randomUUID()].map((projectId) => viewsOf(projectId, 1)));
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
    const { id: accountId } = await createAccount("user");
    const views = ids.map((projectId) => viewsOf(projectId, 1, { accountId }));
    const rounds = Array.from({ length: 40 }, (_, round) => addMapViews(round % 2 === 0 ? views : views.toReversed()));
    await Promise.all(rounds);
    const { _sum } = await db().mapView.aggregate({ where: { projectId: { in: ids } }, _sum: { count: true } });
    expect(_sum.count).toBe(60 * 40);
    expect((await db().accountMapView.aggregate({ where: { accountId }, _sum: { count: true } }))._sum.count).toBe(60 * 40);
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

describe("the map views of accounts", () => {
  const rowsOf = (projectId: string) =>
    db().accountMapView.findMany({ where: { projectId }, orderBy: [{ day: "asc" }, { count: "asc" }], omit: { projectId: true } });

  it("are kept apart with the time of the last view, and count together for the project", async () => {
    const [projectId = ""] = await newProjects(1);
    const [ada, ben] = await Promise.all([createAccount("user"), createAccount("admin")]);
    const late = `${day}T18:00:00.000Z`;
    await addMapViews([viewsOf(projectId, 2, { accountId: ada.id, lastViewedAt: late }), viewsOf(projectId, 1, { accountId: ben.id })]);
    await addMapViews([viewsOf(projectId, 3, { accountId: ada.id })]);
    expect(await rowsOf(projectId)).toEqual([
      { accountId: ben.id, day: new Date(day), count: 1, lastViewedAt: new Date(`${day}T12:00:00.000Z`) },
      { accountId: ada.id, day: new Date(day), count: 5, lastViewedAt: new Date(late) },
    ]);
    expect(await countsOf(projectId)).toEqual({ [day]: 6 });
  });

  it("end with the account, whose views stay in the numbers of the project", async () => {
    const [projectId = ""] = await newProjects(1);
    const { id: accountId } = await createAccount("user");
    await addMapViews([viewsOf(projectId, 2, { accountId })]);
    await db().account.delete({ where: { id: accountId } });
    await addMapViews([viewsOf(projectId, 1, { accountId })]);
    expect([await rowsOf(projectId), await countsOf(projectId)]).toEqual([[], { [day]: 3 }]);
  });

  it("are swept after 400 days, except the last of an account and project", async () => {
    const [first = "", second = ""] = await newProjects(2);
    const { id: accountId } = await createAccount("user");
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const view = (projectId: string, days: number) => viewsOf(projectId, 1, { accountId, day: daysAgo(days) });
    await addMapViews([view(first, 500), view(first, 402), view(first, 398), view(second, 900), view(second, 800)]);
    await deleteOldMapViews();
    const keptDays = async (projectId: string) => (await rowsOf(projectId)).map((row) => row.day.toISOString().slice(0, 10));
    expect([await keptDays(first), await keptDays(second)]).toEqual([[daysAgo(398)], [daysAgo(800)]]);
    expect(Object.keys(await countsOf(first))).toHaveLength(3);
  });
});

describe("the view counter", () => {
  it("counts for the day of the view, also when it writes after midnight", async () => {
    const [id = ""] = await newProjects(1);
    let now = Date.parse("2026-12-31T23:59:59.900Z");
    const counter = new ViewCounter(addMapViews, () => now);
    counter.count(viewerOf(id));
    now += 200;
    counter.count(viewerOf(id));
    counter.count(viewerOf(id));
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
    counter.count(viewerOf(id));
    await until("a write fails", () => failures > 0);
    counter.count(viewerOf(id));
    await line.open();
    await until("the views are written", async () => (await countsOf(id))[day] === 2);
    await counter.close();
    expect(await countsOf(id)).toEqual({ [day]: 2 });
  });
});

describe("two maps processes", () => {
  it("count together, write after a while, and write the rest when they end", async () => {
    const map = await publishMap({ "index.html": "harbour", "tiles/0.png": "tile" });
    const admin = await signedIn("admin");
    const holder = cookieFor(rightOf(admin, map.project));
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
    const { _sum } = await db().accountMapView.aggregate({ where: { accountId: admin.account.id }, _sum: { count: true } });
    expect(_sum.count).toBe(44);
  });
});
