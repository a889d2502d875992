import path from "node:path";
import { disconnect } from "../lib/db";
import { inspectStorage } from "../lib/storage/inspection/inspection";
import { describeInspection } from "../lib/storage/present";
import { isSound } from "../lib/storage/schema";
import { borrowDatabase } from "./database/borrowed";

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
