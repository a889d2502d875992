import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type FolderServer, newName, process, startFolderServer } from "../integration/folder-imports/folder-server";
import { uploadPack } from "../integration/folder-imports/packs";
import { filesOfProject } from "../integration/folder-imports/published-files";
import { WorkerProcess } from "../integration/imports/worker-process";
import { type SignedIn, signedIn } from "../setup/signed-in";
import { until } from "../setup/until";

let server: FolderServer;
let admin: SignedIn;
const FILES = 3_000;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  server = await startFolderServer({ bytes: 100_000_000, milliseconds: 60_000, waitMs: 0 });
  await server.stopWorking();
  admin = await signedIn("admin");
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.isRunning && worker.kill("SIGKILL")));
});
afterAll(() => server.close());

const site = (files: number, mark: string) =>
  Object.fromEntries(Array.from({ length: files }, (_, at) => [`tiles/${at % 40}/${at}.txt`, `${mark}${at}`]));

const lastImport = () => db().import.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
const isIndexing = async () => (await lastImport()).status !== "queued";

/** Kills workers that hold the import, and lets another one finish it. */
async function workInterrupted(kills: number): Promise<void> {
  for (let killed = 0; killed < kills; killed += 1) {
    const worker = WorkerProcess.spawn();
    workers.push(worker);
    const { leaseToken } = await lastImport();
    await until("a worker holds the import", async () => {
      const row = await lastImport();
      return row.status === "complete" || ((await isIndexing()) && row.leaseToken !== leaseToken);
    });
    await pause(Math.random() * 100);
    await worker.kill("SIGKILL");
    // As if ten seconds had passed, after which a silent holder loses the import.
    await db().import.updateMany({ data: { heartbeatAt: new Date(0) } });
  }
  workers.push(await WorkerProcess.start());
  await until("the import has ended", async () => ["complete", "failed"].includes((await lastImport()).status), 90_000);
}

describe("an import of a folder with killed workers", () => {
  it("publishes a whole list, and then differences, once", async () => {
    const first = site(FILES, "a");
    await process(server, admin.bearer, { projectName: newName(), description: "", files: await uploadPack(admin, first) });
    await workInterrupted(2);
    const { status, projectId } = await lastImport();
    expect(status).toBe("complete");
    expect(await db().entry.count({ where: { kind: "file" } })).toBe(FILES);
    expect(await db().tree.count()).toBe(1);
    await Promise.all(workers.splice(0).map((worker) => worker.isRunning && worker.kill("SIGKILL")));

    const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
    const changed = { ...site(50, "b"), "more/c.txt": "c" };
    const removed = Object.keys(first).slice(50, 80);
    const files = await uploadPack(admin, changed);
    await process(server, admin.bearer, { projectId, baseVersion: String(currentTreeId), files, removed });
    await workInterrupted(1);
    expect(await lastImport()).toMatchObject({ status: "complete", changes: { added: 1, changed: 50, removed: 30 } });
    expect(await db().tree.count()).toBe(2);
    const expected = Object.fromEntries(Object.entries({ ...first, ...changed }).filter(([path]) => !removed.includes(path)));
    const { currentTreeId: next } = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
    expect(await db().tree.findUniqueOrThrow({ where: { id: next ?? 0n } })).toMatchObject({ fileCount: FILES + 1 - 30 });
    expect(await filesOfProject(projectId ?? "")).toEqual(expected);
    expect([await db().importBlob.count(), await db().tree.count({ where: { projectId: null } })]).toEqual([0, 0]);
  }, 180_000);
});
