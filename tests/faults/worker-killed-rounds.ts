import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { expect } from "vitest";
import { db } from "@/lib/db/client";
import { start, uploadZip } from "../integration/imports/publish-zip";
import type { StoredFile } from "../integration/storage/stored-map";
import { craftZip } from "../setup/craft-zip";
import { runDoctor } from "../setup/doctor";
import { until } from "../setup/until";
import { expectWhole } from "./store-journey";

/** The share of kills that must come while a worker holds the import and verifies it. */
const SHARE_AT_WORK = 0.8;
/** Three lives without progress are the most that an import survives before it is online, so every fourth life makes progress. */
const LIVES_WITH_PROGRESS = 4;
/** Enough files for this many lives on most machines: each gets its own blob, and progress is written twice a second. */
const FILES = 400;

function createLargeFiles(): { files: StoredFile[]; zip: Buffer } {
  const files = Array.from({ length: FILES }, (_, index): StoredFile => {
    const bytes = Buffer.concat([randomBytes(64), Buffer.alloc(1_100_000)]);
    return { name: `${index}.bin`, bytes, method: "deflated", hasCrc: true };
  });
  return { files, zip: craftZip(files.map(({ name, bytes }) => ({ name, data: bytes, method: 8 }))) };
}

/** The traces of a worker on the import. */
async function readTraces(importId: string) {
  const { status, filesDone, leaseToken } = await db().import.findUniqueOrThrow({ where: { id: importId } });
  return { progress: `${status} ${filesDone}`, claim: leaseToken, blobs: await db().blob.count(), status };
}

/** Starts the built worker as the supervisor does. */
function startWorker(): ChildProcess {
  return fork(path.resolve(import.meta.dirname, "../../dist/worker.js"), { stdio: "ignore" });
}

/**
 * Kills the worker at a chosen step: it holds the import, it writes a blob, or it has written its progress.
 * @returns the state in which the kill found the import
 */
async function liveOnce(importId: string, life: number): Promise<"work" | "beginning" | "end"> {
  const before = await readTraces(importId);
  const worker = startWorker();
  const ended = once(worker, "exit");
  await until(
    `life ${life} has begun its work`,
    async () => {
      const now = await readTraces(importId);
      if (now.progress !== before.progress) return true;
      if (life % LIVES_WITH_PROGRESS === 0 || now.claim === null || now.claim === before.claim) return false;
      return life % LIVES_WITH_PROGRESS === 1 || now.blobs > before.blobs;
    },
    120_000,
  );
  worker.kill("SIGKILL");
  await ended;
  // As if the worker had been silent for longer than a lease lasts.
  await db().import.update({ where: { id: importId }, data: { heartbeatAt: new Date(Date.now() - 60_000) } });
  const { status, claim } = await readTraces(importId);
  if (status === "complete") return "end";
  return status === "verifying" && claim !== null ? "work" : "beginning";
}

/** Lets a worker run until all imports have ended. */
async function liveToTheEnd(importIds: readonly string[]): Promise<void> {
  const last = startWorker();
  try {
    for (const importId of importIds) {
      const readProgress = async () => (await readTraces(importId)).progress;
      // The time for all files depends on the machine, the time for the next one hardly.
      for (let at = await readProgress(); at !== `complete ${FILES}`; at = await readProgress()) {
        await until(`the import goes on after "${at}"`, async () => (await readProgress()) !== at, 60_000);
      }
    }
  } finally {
    const ended = once(last, "exit");
    last.kill("SIGTERM");
    await ended;
  }
}

/**
 * Kills the worker again and again during one import, lets the last worker finish it, and checks what it has published.
 * On a fast machine the import may end early: then another one begins. The settings of this process choose the store.
 * @param doctorSettings where the doctor finds the database and the blobs
 */
export async function killWorkerDuringOneImport(kills: number, doctorSettings: Record<string, string>): Promise<void> {
  const { files, zip } = createLargeFiles();
  const begin = async () => (await start(await uploadZip(zip))).importId;
  const importIds = [await begin()];
  let atWork = 0;
  for (let life = 1; life <= kills; life += 1) {
    const met = await liveOnce(importIds.at(-1) ?? "", life);
    if (met === "work") atWork += 1;
    if (met === "end") importIds.push(await begin());
  }
  expect(atWork).toBeGreaterThanOrEqual(kills * SHARE_AT_WORK);
  await liveToTheEnd(importIds);
  for (const importId of importIds) await expectWhole(importId, files);
  const doctor = await runDoctor(process.env.DATA_DIR ?? "", doctorSettings);
  expect(doctor).toMatchObject({ code: 0, printed: expect.stringMatching(/missing +0\n.*orphaned +0\n.*mismatched +0\n/s) });
}
