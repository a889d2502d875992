import { readdir } from "node:fs/promises";
import path from "node:path";
import { blobStore } from "../blobs/open";
import { pool } from "../db";
import { logger } from "../logger";
import type { Health } from "./schema";

/** "ok", or in a few words what is wrong; the log knows more. */
type Finding = string;

/** Whoever asks gives up sooner or later; then no answer is the answer. */
const LIMIT_MS = 4_000;

/** @param check resolves to a finding; what it throws is one too. */
async function find(name: string, check: () => Promise<Finding>): Promise<Finding> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    limit = setTimeout(() => resolve("does not answer"), LIMIT_MS);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    logger.warn({ err: error, check: name }, "health check failed");
    return "not reachable";
  } finally {
    clearTimeout(limit);
  }
}

async function checkDatabase(): Promise<Finding> {
  await pool().query("SELECT 1");
  return "ok";
}

async function checkObjectStore(): Promise<Finding> {
  await blobStore().check();
  return "ok";
}

/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = "42P01";

async function findApplied(): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await pool().query<{ name: string }>(
      "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
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

/** Can this process do its work? Asks everything it depends on. */
export async function readHealth(): Promise<Health> {
  const [database, objectStore, migrations] = await Promise.all([
    find("database", checkDatabase),
    find("objectStore", checkObjectStore),
    find("migrations", checkMigrations),
  ]);
  const allWell = [database, objectStore, migrations].every((finding) => finding === "ok");
  return { status: allWell ? "ok" : "unavailable", checks: { database, objectStore, migrations } };
}
