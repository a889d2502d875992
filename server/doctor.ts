import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { disconnect } from "../lib/db";
import { inspectStorage } from "../lib/storage/inspection";
import { describeInspection } from "../lib/storage/present";
import { isSound } from "../lib/storage/schema";
import { openEmbedded } from "./database/embedded";
import { isLocked, lockDataDir } from "./supervisor/lock";

/** A database to ask, and how to leave it as it was found. */
interface Borrowed {
  url: string;
  giveBack(): Promise<void>;
}

const nothingToGiveBack = () => Promise.resolve();

/** Of a product that is stopped, its database runs as long as this does, and nobody else can start it meanwhile. */
async function startDatabase(dataDir: string): Promise<Borrowed> {
  const unlock = await lockDataDir(dataDir);
  try {
    const { url, stop } = await openEmbedded({ dataDir });
    return { url, giveBack: () => stop().finally(unlock) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function borrowDatabase(dataDir: string): Promise<Borrowed> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, giveBack: nothingToGiveBack };
  const address = path.join(dataDir, "database-url");
  if (!existsSync(address)) throw new Error(`There is nothing in ${dataDir}: Sea-Vision has not run there yet.`);
  if (await isLocked(dataDir)) return { url: (await readFile(address, "utf8")).trim(), giveBack: nothingToGiveBack };
  return startDatabase(dataDir);
}

/** Says what does not fit together, and changes nothing. @returns the exit code: 0 when everything does */
async function examine(): Promise<number> {
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  process.env.DATA_DIR = dataDir;
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort(new Error("Stopped.")));
  const { url, giveBack } = await borrowDatabase(dataDir);
  try {
    process.env.DATABASE_URL = url;
    const inspection = await inspectStorage(stopping.signal);
    process.stdout.write(`${describeInspection(inspection)}\n`);
    return isSound(inspection) ? 0 : 1;
  } finally {
    await disconnect();
    await giveBack();
  }
}

try {
  process.exitCode = await examine();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
