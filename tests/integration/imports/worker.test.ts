import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, inject, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { type CraftedEntry, craftZip } from "../../setup/craft-zip";
import { until } from "../../setup/until";
import { DatabaseLine } from "../uploads/upload-process";
import { start, uploadZip } from "./publish-zip";
import { WorkerProcess } from "./worker-process";

const FILES = 3_000;
const tile = (index: number): CraftedEntry => ({ name: `tiles/${index % 50}/${index}.png`, data: randomBytes(8_000) });
const table: CraftedEntry = { name: "table.json", method: 8, data: Buffer.from(randomBytes(3_000_000).toString("hex")) };
const archive = craftZip([{ name: "index.html", data: Buffer.from("map") }, table, ...Array.from({ length: FILES - 2 }, (_, index) => tile(index))]); // biome-ignore format: one archive, one line

/** Most of the time of a test: the import of so many files may take long. */
const IMPORT_MS = 90_000;

const workers: WorkerProcess[] = [];

async function startWorker(env?: Record<string, string>): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start(env);
  workers.push(worker);
  return worker;
}

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.isRunning && worker.kill("SIGKILL")));
});

const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id } });
const hasEnded = async (id: string) => ["complete", "failed"].includes((await rowOf(id)).status);

/** Expects the rows and blobs of exactly one complete import. */
async function expectOneProject({ importId, safeName }: { importId: string; safeName: string }): Promise<void> {
  expect(await rowOf(importId)).toMatchObject({ status: "complete", error: null, filesDone: FILES, pendingBlobKey: null });
  const project = await db().project.findUniqueOrThrow({ where: { safeName } });
  const trees = await db().tree.findMany({ where: { projectId: project.id }, select: { id: true } });
  expect(trees.map(({ id }) => id)).toEqual([project.currentTreeId]);
  expect(await db().tree.count({ where: { projectId: null } })).toBe(0);
  expect(await db().entry.count({ where: { treeId: project.currentTreeId ?? 0n, kind: "file" } })).toBe(FILES);
  for (const { key, size } of await db().blob.findMany()) expect(await blobStore().size(blobKeySchema.parse(key))).toBe(Number(size));
  const used = await db().entry.findMany({ where: { kind: "file" }, distinct: ["blobKey"] });
  expect(await db().blob.count()).toBe(used.length);
}

describe("the worker process", () => {
  it("runs each import exactly once when there are two workers", async () => {
    const [first] = await Promise.all([startWorker(), startWorker()]);
    const upload = await uploadZip(archive);
    const started = await start(upload);
    await until("the map can be viewed", async () => (await rowOf(started.importId)).publishedAt !== null, IMPORT_MS);
    await until("it is complete", () => hasEnded(started.importId), IMPORT_MS);
    await expectOneProject(started);
    expect(await first.kill("SIGTERM")).toBe(0);
  });

  it("runs imports that were queued while no worker was running", async () => {
    const started = await start(await uploadZip(archive));
    await startWorker();
    await until("it is complete", () => hasEnded(started.importId), IMPORT_MS);
    await expectOneProject(started);
  });

  it("releases its import when it is stopped", async () => {
    const started = await start(await uploadZip(archive));
    const worker = await startWorker();
    await until("it is at work", async () => (await rowOf(started.importId)).startedAt !== null);
    expect(await worker.kill("SIGTERM")).toBe(0);
    const { leaseToken, status } = await rowOf(started.importId);
    expect(status === "complete" ? null : leaseToken).toBeNull();
    await startWorker();
    await until("it is complete", () => hasEnded(started.importId), IMPORT_MS);
    await expectOneProject(started);
  });

  it("can be killed at any moment without harm to the import", async () => {
    const moments = [/indexing|publishing/, /publishing|verifying/, /verifying/, /verifying/, /./];
    const started = await start(await uploadZip(archive));
    let killed: string | null = null;
    for (const moment of moments) {
      const worker = WorkerProcess.spawn();
      workers.push(worker);
      const isMoment = async () => {
        const { status, leaseToken } = await rowOf(started.importId);
        return status === "complete" || (leaseToken !== null && leaseToken !== killed && moment.test(status));
      };
      await until(`the import is ${moment}`, isMoment, IMPORT_MS);
      await pause(Math.random() * 60);
      await worker.kill("SIGKILL");
      killed = (await rowOf(started.importId)).leaseToken;
      // Simulates the ten seconds after which a silent worker loses its lease.
      await db().import.updateMany({ where: { id: started.importId }, data: { heartbeatAt: new Date(0) } });
    }
    await startWorker();
    await until("it is complete", () => hasEnded(started.importId), IMPORT_MS);
    await expectOneProject(started);
  });

  it("reconnects after the database was unavailable", async () => {
    const line = await DatabaseLine.open(process.env.DATABASE_URL ?? inject("serverUrl"));
    const worker = await startWorker({ DATABASE_URL: line.url });
    const started = await start(await uploadZip(archive));
    for (let cuts = 0; cuts < 3 && !(await hasEnded(started.importId)); cuts += 1) {
      line.cut();
      await pause(300);
      line.mend();
      await pause(Math.random() * 300);
    }
    await until("it is complete", () => hasEnded(started.importId), IMPORT_MS);
    await expectOneProject(started);
    expect(worker.isRunning).toBe(true);
    line.cut();
    expect(await worker.kill("SIGTERM")).toBe(0);
    line.close();
  });
});
