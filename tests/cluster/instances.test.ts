import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../setup/until";
import { type Cluster, startCluster } from "./cluster";
import { journeyThrough, type Published, publish } from "./published";
import { Visitors } from "./visitors";

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

/** Many who load tiles and ask the application, and one who uploads and publishes a map meanwhile. */
async function meanwhile(happens: (visitors: Visitors) => Promise<void>, { withWrites }: { withWrites: boolean }): Promise<Visitors> {
  const visitors = new Visitors();
  for (let count = 0; count < 3; count += 1) visitors.loadTiles(map.tiles, map.headers);
  visitors.ask(`${cluster.appOrigin}/api/project/all`, admin);
  visitors.ask(`${cluster.appOrigin}/login`, {});
  if (withWrites) visitors.makeFolders(`${cluster.appOrigin}/api/files/${map.safeName}/folder`, admin, `folder-${journeys}`);
  journeys += 1;
  const journey = journeyThrough(cluster, admin, journeys);
  const published = journey.upload().then(() => journey.import());
  published.catch(() => undefined);
  try {
    await until("everybody is at it", () => visitors.done.tiles > 20 && visitors.done.calls > 1, 60_000);
    await happens(visitors);
    expect(await published).toEqual({ outcome: "project" });
    await journey.look();
    expect(journey.violations).toEqual([]);
  } finally {
    await visitors.leave();
  }
  return visitors;
}

async function expectSound(): Promise<void> {
  const { code, printed } = await cluster.examine();
  expect(code, printed).toBe(0);
}

describe("an upload", () => {
  it("that begins on one web ends on the other", async () => {
    const bytes = randomBytes(20 * 1024 * 1024);
    const half = bytes.length / 2;
    const common = { ...admin, "Tus-Resumable": "1.0.0" };
    const [first, second] = [cluster.instance("web-1").origin, cluster.instance("web-2").origin];
    const created = await fetch(`${first}/files/`, { method: "POST", headers: { ...common, "Upload-Length": String(bytes.length) } });
    expect(created.status).toBe(201);
    const path = created.headers.get("location") ?? "";
    const patch = (origin: string, offset: number, body: Buffer) =>
      fetch(`${origin}${path}`, {
        method: "PATCH",
        headers: { ...common, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
        body: new Uint8Array(body),
      });
    expect((await patch(first, 0, bytes.subarray(0, half))).status).toBe(204);
    const head = await fetch(`${second}${path}`, { method: "HEAD", headers: common });
    expect(head.headers.get("upload-offset")).toBe(String(half));
    const ended = await patch(second, half, bytes.subarray(half));
    expect([ended.status, ended.headers.get("upload-offset")]).toEqual([204, String(bytes.length)]);

    const files = [{ uploadId: path.split("/").at(-1), relativePath: "index.html", name: "index.html", size: bytes.length }];
    const name = `Two Webs ${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}`;
    const imported = await fetch(`${first}/process-tus-upload`, {
      method: "POST",
      headers: { ...admin, "Content-Type": "application/json" },
      body: JSON.stringify({ projectName: name, description: "", files }),
    });
    expect(imported.status, await imported.text()).toBeLessThan(300);
    const download = await fetch(`${second}/api/files/${name.toLowerCase().replaceAll(" ", "-")}/download?filePath=index.html`, {
      headers: admin,
    });
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe("a right that is taken away at one web", () => {
  it("ends at both maps processes", async () => {
    const user = await cluster.signIn("user");
    const path = `/projects/maps/${map.safeName}/index.html`;
    const [project] = await cluster.query<{ id: string }>(`SELECT id FROM "Project" WHERE "safeName" = $1`, [map.safeName]);
    const [account] = await cluster.query<{ id: string }>(`SELECT id FROM "Account" WHERE role = 'user'`);
    const values = [project?.id, account?.id];
    await cluster.query(`INSERT INTO "Assignment" ("projectId", "accountId") VALUES ($1, $2)`, values);
    const asked = await fetch(`${cluster.appOrigin}${path}`, { headers: user, redirect: "manual" });
    const swapped = await fetch(asked.headers.get("location") ?? "", { redirect: "manual" });
    const cookie = swapped.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const statuses = () =>
      Promise.all(
        ["maps-1", "maps-2"].map(async (name) => {
          const answer = await fetch(`${cluster.instance(name).origin}${path}`, { headers: { cookie } });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    await cluster.query(`DELETE FROM "Assignment" WHERE "projectId" = $1 AND "accountId" = $2`, values);
    // Sooner than a yes would run out by itself.
    await until("both refuse", async () => (await statuses()).join() === "404,404", 10_000);
  });
});

describe("a restart in good order", () => {
  it("of each process in turn fails no request, and loses no view", async () => {
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
    // What was counted last is written when the processes are told to end.
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

describe("kill -9", () => {
  it.each(NAMES)("of %s in the middle of it all fails nothing that is repeated, and loses nothing", async (name) => {
    const instance = cluster.instance(name);
    const visitors = await meanwhile(
      async (all) => {
        await instance.end("SIGKILL");
        // The others go on alone for a while.
        const { tiles, calls } = all.done;
        await until("others are served meanwhile", () => all.done.tiles > tiles + 50 && all.done.calls > calls + 5, 60_000);
        await instance.start();
      },
      { withWrites: false },
    );
    expect(visitors.failures).toEqual([]);
    await expectSound();
  });
});
