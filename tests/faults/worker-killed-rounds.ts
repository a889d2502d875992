import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { expect } from "vitest";
import { db } from "@/lib/db";
import { start, uploadZip } from "../integration/imports/publish-zip";
import type { StoredFile } from "../integration/storage/stored-map";
import { craftZip } from "../setup/craft-zip";
import { runDoctor } from "../setup/doctor";
import { until } from "../setup/until";
import { expectWhole } from "./store-journey";

/** Of all kills, the share that has to come while an import is being verified, by a worker that holds it. */
const SHARE_AT_WORK = 0.8;
/** Lives without any progress after which an import pauses for longer are five; each fourth of these lives makes some. */
const LIVES_WITH_PROGRESS = 4;
/** Enough for so many lives on most machines: each of these files gets a blob of its own, and progress is written twice a second. */
const FILES = 400;

function createLargeFiles(): { files: StoredFile[]; zip: Buffer } {
  const files = Array.from({ length: FILES }, (_, index): StoredFile => {
    const bytes = Buffer.concat([randomBytes(64), Buffer.alloc(1_100_000)]);
    return { name: `${index}.bin`, bytes, method: "deflated", hasCrc: true };
  });
  return { files, zip: craftZip(files.map(({ name, bytes }) => ({ name, data: bytes, method: 8 }))) };
}

/** What shows that somebody works on the import. */
async function readTraces(importId: string) {
  const { status, filesDone, leaseToken } = await db().import.findUniqueOrThrow({ where: { id: importId } });
  return { progress: `${status} ${filesDone}`, claim: leaseToken, blobs: await db().blob.count(), status };
}

/** The built worker, as the supervisor starts it. */
function startWorker(): ChildProcess {
  return fork(path.resolve(import.meta.dirname, "../../dist/worker.js"), { stdio: "ignore" });
}

/**
 * Kills the worker when it has come so far: it holds the import, it writes a blob, it has written down how far it is.
 * @returns what the kill has met with
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
  // As if it had been silent for longer than a lease lasts.
  await db().import.update({ where: { id: importId }, data: { heartbeatAt: new Date(Date.now() - 60_000) } });
  const { status, claim } = await readTraces(importId);
  if (status === "complete") return "end";
  return status === "verifying" && claim !== null ? "work" : "beginning";
}

/** Lets a worker live until all imports have ended. */
async function liveToTheEnd(importIds: readonly string[]): Promise<void> {
  const last = startWorker();
  try {
    for (const importId of importIds) {
      const isComplete = async () => (await readTraces(importId)).progress === `complete ${FILES}`;
      await until("the import is complete", isComplete, 300_000);
    }
  } finally {
    const ended = once(last, "exit");
    last.kill("SIGTERM");
    await ended;
  }
}

/**
 * Kills the worker again and again in the middle of one import, lets the last one end it, and looks at what it has published.
 * Where a machine is so fast that the import ends before, another one is begun. Blobs are wherever this process's settings say.
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
