import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../setup/until";
import { type Cluster, startCluster } from "./cluster";
import { journeyThrough, type Published, publish } from "./published";
import { Visitors } from "./visitors";

/** Only a hang takes longer, also on a machine with other work. */
const HANG_MS = 300_000;

const NAMES = ["web-1", "web-2", "maps-1", "maps-2", "worker-1", "worker-2"] as const;

let cluster: Cluster;
let admin: { Authorization: string };
let map: Published;
let journeys = 0;

beforeAll(async () => {
  cluster = await startCluster(process.env.CLUSTER_STORE === "disk" ? "disk" : "s3");
  admin = await cluster.signIn("admin");
  map = await publish(cluster, admin, 0);
});
afterAll(() => cluster?.stop());

/**
 * Many clients load tiles and send requests. Meanwhile one client uploads and publishes a map.
 * @param happens runs during that upload
 */
async function meanwhile(happens: (visitors: Visitors) => Promise<void>, { withWrites }: { withWrites: boolean }): Promise<Visitors> {
  const visitors = new Visitors();
  for (let count = 0; count < 3; count += 1) visitors.loadTiles(map.tiles, map.headers);
  visitors.ask(`${cluster.appOrigin}/api/project/all`, admin);
  visitors.ask(`${cluster.appOrigin}/login`, {});
  if (withWrites) visitors.makeFolders(`${cluster.appOrigin}/api/files/${map.safeName}/folder`, admin, `folder-${journeys}`);
  journeys += 1;
  try {
    await until("all clients are active", () => visitors.done.tiles > 20 && visitors.done.calls > 1, HANG_MS);
    const journey = journeyThrough(cluster, admin, journeys);
    const published = journey.upload().then(() => journey.import());
    published.catch(() => undefined);
    await happens(visitors);
    expect(await published.catch(withOutputOfWorkers)).toEqual({ outcome: "project" });
    await journey.look();
    expect(journey.violations).toEqual([]);
  } finally {
    await visitors.leave();
  }
  return visitors;
}

function withOutputOfWorkers(cause: Error): never {
  const outputs = ["worker-1", "worker-2"].map((name) => `${name}:\n${cluster.instance(name).output.slice(-5_000)}`);
  throw new Error(`${cause.message}\n${outputs.join("\n")}`, { cause });
}

async function expectSound(): Promise<void> {
  const { code, printed } = await cluster.examine();
  expect(code, printed).toBe(0);
}

describe("a right that is removed at one web process", () => {
  it("ends at both maps processes", async () => {
    const user = await cluster.signIn("user");
    const address = `/projects/maps/${map.safeName}/index.html`;
    const [project] = await cluster.query<{ id: string }>(`SELECT id FROM "Project" WHERE "safeName" = $1`, [map.safeName]);
    const [account] = await cluster.query<{ id: string; fullName: string; email: string }>(
      `SELECT id, name AS "fullName", email FROM "Account" WHERE role = 'user'`,
    );
    const assignAtWeb1 = async (assignedProjects: (string | undefined)[]) => {
      const { fullName, email } = account ?? {};
      const changed = await fetch(`${cluster.instance("web-1").origin}/api/user/edit/${account?.id}`, {
        method: "PUT",
        headers: { ...admin, "Content-Type": "application/json" },
        body: JSON.stringify({ fullName, email, assignedProjects }),
      });
      expect(changed.status, await changed.text()).toBe(200);
    };
    // A user needs at least one project: this one keeps another.
    const [kept] = await cluster.query<{ id: string }>(`SELECT id FROM "Project" WHERE name = 'Sea Chart of the World'`);
    await assignAtWeb1([kept?.id, project?.id]);
    const asked = await fetch(`${cluster.appOrigin}${address}`, { headers: user, redirect: "manual" });
    const swapped = await fetch(asked.headers.get("location") ?? "", { redirect: "manual" });
    const cookie = swapped.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const statuses = () =>
      Promise.all(
        ["maps-1", "maps-2"].map(async (name) => {
          const answer = await fetch(`${cluster.instance(name).origin}${address}`, { headers: { cookie } });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    await assignAtWeb1([kept?.id]);
    // A cached right would expire only after 30 s.
    await until("both refuse", async () => (await statuses()).join() === "404,404", 20_000);
  });
});

describe("an orderly restart", () => {
  it("of each process in turn fails no request and loses no view", async () => {
    const visitors = await meanwhile(
      async (all) => {
        all.viewMap(`${cluster.mapsOrigin}/projects/maps/${map.safeName}/index.html`, map.headers);
        for (const name of NAMES) {
          const instance = cluster.instance(name);
          expect(await instance.end("SIGTERM"), `${name}:\n${instance.output.slice(-2_000)}`).toBe(0);
          await instance.start();
        }
      },
      { withWrites: true },
    );
    expect(visitors.failures).toEqual([]);
    expect(visitors.done.folders).toBeGreaterThan(5);
    expect(visitors.done.views).toBeGreaterThan(5);
    // Processes write the last counts when they end.
    for (const name of ["maps-1", "maps-2"]) {
      await cluster.instance(name).end("SIGTERM");
      await cluster.instance(name).start();
    }
    const [counted] = await cluster.query<{ views: number }>(
      `SELECT sum(count)::int AS views FROM "MapView" view JOIN "Project" project ON project.id = view."projectId" WHERE "safeName" = $1`,
      [map.safeName],
    );
    expect(counted?.views).toBe(visitors.done.views);
    await expectSound();
  });
});

describe("several hosts", () => {
  it("have the same build id for the same sources, so that pages of one work with the other", async () => {
    const folder = process.env.SEA_VISION_DIST_DIR || ".next";
    expect(await readFile(path.join(folder, "BUILD_ID"), "utf8")).toBe(await readFile(path.join(folder, "source-hash"), "utf8"));
  });

  it("log the request id from the proxy, and none from a client", async () => {
    for (const address of [`${cluster.appOrigin}/api/health/live`, `${cluster.mapsOrigin}/health/live`]) {
      const answer = await fetch(address, { headers: { "X-Request-Id": "made-up-by-a-client" } });
      await answer.arrayBuffer();
      expect(answer.headers.get("x-request-id")).toMatch(/^[\da-f]{32}$/);
    }
  });
});

/** Makes imports wait when they write their first entries, so that none ends before it is seen. @returns a function that lets them go on */
async function holdImports(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE "Entry" IN SHARE MODE`);
  return () => client.end();
}

/** Kills a process during an upload. A worker is killed while it holds an import. */
async function killInTheMiddle(name: string): Promise<void> {
  if (!name.startsWith("worker")) {
    await until(
      "an upload is under way",
      async () => (await cluster.query(`SELECT FROM "Upload" WHERE state = 'receiving'`)).length > 0,
      HANG_MS,
    );
    await cluster.instance(name).end("SIGKILL");
    return;
  }
  const isLeased = async () =>
    (await cluster.query(`SELECT FROM "Import" WHERE "leaseToken" IS NOT NULL AND "finishedAt" IS NULL`)).length > 0;
  const other = cluster.instance(name === "worker-1" ? "worker-2" : "worker-1");
  // No other process can hold it.
  other.pause();
  try {
    await until("the worker holds the import", isLeased, HANG_MS);
    await cluster.instance(name).end("SIGKILL");
  } finally {
    other.resume();
  }
}

describe("kill -9 of a process under load", () => {
  it.each(NAMES)("of %s fails no request that is retried, and loses nothing", async (name) => {
    const instance = cluster.instance(name);
    const release = name.startsWith("worker") ? await holdImports() : undefined;
    const visitors = await meanwhile(
      async (all) => {
        await killInTheMiddle(name).finally(release);
        // The other processes work alone for a while.
        const { tiles, calls } = all.done;
        await until("others are served meanwhile", () => all.done.tiles > tiles + 50 && all.done.calls > calls + 5, HANG_MS);
        await instance.start();
      },
      { withWrites: false },
    ).finally(release);
    expect(visitors.failures).toEqual([]);
    await expectSound();
  });
});
