/**
 * Compares the time from the extract request to the first byte of the map to unpacking the same archive to the local disk.
 * See README.md.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Product } from "../../tests/integration/supervisor/product";
import { withProduct } from "../setup/running-product";
import { type Archive, prepareArchive, type SiteKind } from "./archives";
import { type Access, extract, firstByte, readProgress, upload } from "./client";
import { peakMemory } from "./memory";
import { type Measurement, measurePeers } from "./peers";
import { judge, printMeasurements, printWaiting } from "./report";
import { visit, type Waiting } from "./visitors";

const smallestKind: SiteKind = { name: "1,000 entries", files: 1_000, bytes: [400, 3_000] };
const kinds: readonly SiteKind[] = [
  smallestKind,
  { name: "30,000 entries", files: 30_000, bytes: [400, 3_000] },
  { name: "300,000 entries", files: 300_000, bytes: [400, 3_000], leastRatio: 30 },
  // With the folders, as many as can be published.
  { name: "1,000,000 entries", files: 992_000, bytes: [400, 3_000] },
  { name: "2 GB", files: 20_000, bytes: [50_000, 150_000] },
];

/** Seconds of tile requests without any import. */
const IDLE_MS = 5_000;

interface Published extends Measurement {
  /** Seconds until every byte is verified. */
  verified: number;
  during: Waiting;
  idle: Waiting;
}

async function untilVerified(access: Access, safeName: string): Promise<number> {
  while (true) {
    const { status, error, timeElapsed } = await readProgress(access, safeName);
    if (status === "error") throw new Error(error ?? "The import failed.");
    if (status === "complete") return timeElapsed;
    await pause(100);
  }
}

/** The first request loads and compiles code, so it does not count. */
async function warmUp(archive: Archive, access: Access): Promise<void> {
  const safeName = await extract(access, "Warm-up", await upload(access, archive));
  const map = await firstByte(access, safeName);
  await visit(map, archive, pause(IDLE_MS));
  await untilVerified(access, safeName);
}

async function measureOurs(archive: Archive, product: Product, access: Access): Promise<Published> {
  const uploadId = await upload(access, archive);
  const started = performance.now();
  const safeName = await extract(access, archive.name, uploadId);
  const map = await firstByte(access, safeName);
  const seconds = (performance.now() - started) / 1000;
  const ending = untilVerified(access, safeName);
  const during = await visit(map, archive, ending);
  const idle = await visit(map, archive, pause(IDLE_MS));
  return { who: "Sea-Vision", seconds, peakMemory: peakMemory(product.find("worker").pid), verified: await ending, during, idle };
}

const folder = process.env.BENCH_FOLDER ?? path.join(tmpdir(), "sea-vision-bench");
const wanted = process.argv.slice(2);
const missed: string[] = [];
await mkdir(folder, { recursive: true });
const smallest = await prepareArchive(smallestKind, folder);
for (const kind of kinds.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const archive = await prepareArchive(kind, folder);
  const scratch = await mkdtemp(path.join(folder, "scratch-"));
  // Each archive gets its own product, so that the worker's peak belongs to this archive.
  const ours = await withProduct(async (product, access) => {
    await warmUp(smallest, access);
    return measureOurs(archive, product, access);
  });
  const peers = await measurePeers(archive, scratch);
  printMeasurements(archive, ours, peers);
  printWaiting(ours);
  missed.push(...judge(kind, ours, peers));
  await rm(scratch, { recursive: true });
}
for (const line of missed) console.log(`Missed: ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;
