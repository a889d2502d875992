import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { disconnect } from "../lib/db/client";
import { openEmbedded } from "./database/embedded";
import { isLocked, lockDataDir } from "./supervisor/lock";

interface AcquiredDatabase {
  url: string;
  release(): Promise<void>;
}

const nothingToRelease = () => Promise.resolve();

/** Starts the embedded database of a stopped product. The product can't start until it is released. */
async function startDatabase(dataDir: string): Promise<AcquiredDatabase> {
  const unlock = await lockDataDir(dataDir);
  try {
    const { url, stop } = await openEmbedded({ dataDir });
    return { url, release: () => stop().finally(unlock) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Returns the database of DATABASE_URL, else the one in DATA_DIR, whether the product runs or not. @throws Error when there is none */
async function acquireDatabase(dataDir: string): Promise<AcquiredDatabase> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, release: nothingToRelease };
  const urlFile = path.join(dataDir, "database-url");
  if (!existsSync(urlFile)) throw new Error(`There is nothing in ${dataDir}: Sea-Vision has not run there yet.`);
  if (await isLocked(dataDir)) return { url: (await readFile(urlFile, "utf8")).trim(), release: nothingToRelease };
  return startDatabase(dataDir);
}

/** Returns the absolute path of DATA_DIR, and sets it for code that reads the settings. */
export function resolveDataDir(): string {
  process.env.DATA_DIR = path.resolve(process.env.DATA_DIR || ".data");
  return process.env.DATA_DIR;
}

/** Runs work on the database of DATABASE_URL or DATA_DIR. A stopped product's database is started meanwhile. */
export async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const { url, release } = await acquireDatabase(resolveDataDir());
  try {
    process.env.DATABASE_URL = url;
    return await work(url);
  } finally {
    await disconnect();
    await release();
  }
}

/**
 * Runs a command to its end. Its exit code is what `run` returns; 2 after an error, whose message is printed.
 * @param usage printed for --help
 * @param run gets a signal that aborts on SIGINT and SIGTERM
 */
export async function runCommand(usage: string | null, run: (signal: AbortSignal) => Promise<number>): Promise<void> {
  if (usage !== null && process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort(new Error("Stopped.")));
  try {
    process.exitCode = await run(stopping.signal);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
  }
}
