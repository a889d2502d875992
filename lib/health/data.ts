import { readdir } from "node:fs/promises";
import path from "node:path";
import { blobStore } from "../blobs/open";
import { pool } from "../db";
import { logger } from "../logging/logger";
import { SharedCheck } from "./checks/shared-check";
import type { Health } from "./schema";

/** "ok", or in a few words what is wrong; the log knows more. */
type Finding = string;

/** Whoever asks gives up sooner or later; then no answer is the answer. */
const LIMIT_MS = 4_000;

/** Anybody may ask, so that the object store is well serves for a while; the database is asked anew, which costs next to nothing. */
const KEPT_MS = 5_000;

const LATE = "does not answer";

/** A database that says nothing shall not keep the question for ever. */
const limited = { query_timeout: LIMIT_MS };

/** @param check throws when something is wrong, or resolves to a finding of its own */
function sharedCheck(name: string, keptMs: number, check: (signal: AbortSignal) => Promise<Finding>): SharedCheck {
  const find = async (signal: AbortSignal): Promise<Finding> => {
    try {
      return await check(signal);
    } catch (error) {
      logger.warn({ err: error, check: name }, "health check failed");
      return signal.aborted ? LATE : "not reachable";
    }
  };
  return new SharedCheck(find, { limitMs: LIMIT_MS, keptMs });
}

async function checkDatabase(): Promise<Finding> {
  await pool().query({ text: "SELECT 1", ...limited });
  return "ok";
}

async function checkObjectStore(signal: AbortSignal): Promise<Finding> {
  await blobStore().check(signal);
  return "ok";
}

/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = "42P01";

async function findApplied(): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await pool().query<{ name: string }>({
      text: "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
      ...limited,
    });
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    // A database in which nobody has been yet.
    if (error instanceof Error && "code" in error && error.code === NO_TABLE) return new Set();
    throw error;
  }
}

/** @returns how many migrations of this release the database lacks. Those of a newer release are fine while hosts are updated one by one */
export async function countMissingMigrations(): Promise<number> {
  const entries = await readdir(path.join(process.cwd(), "prisma/migrations"), { withFileTypes: true });
  const applied = await findApplied();
  return entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name)).length;
}

async function checkMigrations(): Promise<Finding> {
  const missing = await countMissingMigrations();
  return missing === 0 ? "ok" : `${missing} not applied`;
}

interface Checks {
  database: SharedCheck;
  objectStore: SharedCheck;
  migrations: SharedCheck;
}

// Next loads route modules more than once in one process; they must share what was found.
const shared = globalThis as typeof globalThis & { seaVisionChecks?: Checks };

function checks(): Checks {
  shared.seaVisionChecks ??= {
    database: sharedCheck("database", 0, checkDatabase),
    objectStore: sharedCheck("objectStore", KEPT_MS, checkObjectStore),
    migrations: sharedCheck("migrations", 0, checkMigrations),
  };
  return shared.seaVisionChecks;
}

/** Can this process do its work? Asks everything it depends on; of the object store what it said some seconds ago will do. */
export async function readHealth(): Promise<Health> {
  const { database: first, objectStore: second, migrations: third } = checks();
  const [database, objectStore, migrations] = await Promise.all([first.ask(LATE), second.ask(LATE), third.ask(LATE)]);
  const allWell = [database, objectStore, migrations].every((finding) => finding === "ok");
  return { status: allWell ? "ok" : "unavailable", checks: { database, objectStore, migrations } };
}
