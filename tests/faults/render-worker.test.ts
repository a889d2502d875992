import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { removeLeftFolders } from "@/lib/maps/images/render/folders";
import { start, uploadZip } from "../integration/imports/publish-zip";
import { WorkerProcess } from "../integration/imports/worker-process";
import { expectHalves, orphans, pageWith, processesOf, projectOf, titled, withoutChromium } from "../integration/map-images/rendering";
import { publishMap } from "../integration/maps/map-site";
import { craftZip } from "../setup/craft-zip";
import { until } from "../setup/until";

const workers: WorkerProcess[] = [];

async function startWorker(env?: Record<string, string>): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start(env);
  workers.push(worker);
  return worker;
}

/** Process ids of every browser that a worker of these tests has started. */
async function browsers(): Promise<number[]> {
  const found = await Promise.all(workers.map(({ pid }) => processesOf(`sea-vision-chromium-${pid}-`)));
  return found.flat();
}

/** Time that an attempt takes on a busy machine, with the start of a browser. */
const RENDERED_MS = 400_000;

/** As if the minutes had passed after which a failed attempt, or that of a killed worker, is repeated. */
const passMinutes = (id: string) =>
  db().project.update({ where: { id }, data: { imageTriedAt: new Date(Date.now() - 200_000), imageAttempts: 1, imageProblem: null } });

/** Waits for the thumbnail. On a busy machine, a map may not open within the product's limit. */
async function untilRendered(id: string): Promise<void> {
  await until(
    "the thumbnail is stored",
    async () => {
      const { imageBlobKey, imageProblem } = await projectOf(id);
      if (imageBlobKey === null && imageProblem !== null) await passMinutes(id);
      return imageBlobKey !== null;
    },
    RENDERED_MS,
  );
  await expectHalves(id);
}

describe.skipIf(withoutChromium)(titled("a worker that renders thumbnails"), () => {
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.isRunning && worker.kill("SIGKILL")));
    await until("its browsers have ended", async () => (await browsers()).length === 0);
    workers.length = 0;
  });

  it("renders a published map once, when there are two workers", async () => {
    await Promise.all([startWorker(), startWorker()]);
    const archive = craftZip(Object.entries(pageWith("")).map(([name, text]) => ({ name, data: Buffer.from(text) })));
    const { safeName } = await start(await uploadZip(archive));
    await until("the map is online", async () => (await db().project.count({ where: { safeName } })) === 1);
    await untilRendered((await db().project.findUniqueOrThrow({ where: { safeName } })).id);
    expect(await orphans()).toEqual([]);
  });

  it("ends its browser when it is killed, and another worker renders the thumbnail", async () => {
    const { project } = await publishMap(
      pageWith("addEventListener('load', () => { const until = Date.now() + 3000; while (Date.now() < until); })"),
    );
    const killed = await startWorker();
    await until(
      "a page of the map is open",
      async () => (await processesOf("--type=renderer")).length > 0 && (await browsers()).length > 5,
    );
    await killed.kill("SIGKILL");
    await until("its browser has ended", async () => (await browsers()).length === 0);
    await passMinutes(project.id);
    await startWorker();
    await untilRendered(project.id);
  });

  it("ends on SIGTERM, also while a map's script runs without end", async () => {
    const { project } = await publishMap(pageWith("for (;;);"));
    const worker = await startWorker();
    await until("the map is being opened", async () => (await browsers()).length > 5);
    expect(await worker.kill("SIGTERM")).toBe(0);
    expect(await projectOf(project.id)).toMatchObject({ imageOf: null, imageAttempts: 0 });
    await db().project.delete({ where: { id: project.id } });
  });

  it("removes the folders of dead workers, and no other process's", async () => {
    const dead = spawnSync("true").pid;
    const [left, living] = await Promise.all([dead, process.pid].map((pid) => mkdtemp(path.join(tmpdir(), `sea-vision-chromium-${pid}-`))));
    await startWorker({ MAP_IMAGES: "0" });
    expect([existsSync(left ?? ""), existsSync(living ?? "")]).toEqual([false, true]);
    // In a restarted container, a worker may get the process id of the one before.
    await removeLeftFolders();
    expect(existsSync(living ?? "")).toBe(false);
  });

  it("starts no browser when thumbnails are turned off", async () => {
    const { project } = await publishMap(pageWith(""));
    const off = await startWorker({ MAP_IMAGES: "0" });
    expect(await off.kill("SIGTERM")).toBe(0);
    expect(await projectOf(project.id)).toMatchObject({ imageTriedAt: null });
  });
});
