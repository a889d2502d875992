import { readdir } from "node:fs/promises";
import path from "node:path";
import { blobStore } from "../blobs/open";
import { queryLimited } from "../db/client";
import { DISK_FULL_MESSAGE, errorCode, isDiskFull } from "../errors";
import { engineState } from "../gdal/state";
import { logger } from "../logging/logger";
import { THUMBNAIL_PROBLEM } from "../projects/images/claims";
import { readFreeBytes } from "../storage/quota/space";
import type { Health } from "./schema";

interface CheckLimits {
  /** Milliseconds that a caller waits. */
  limitMs: number;
  /** Milliseconds that "ok" is kept for later callers. */
  keptMs: number;
}

/** A check that may hang. Concurrent callers share one run. */
export class SharedCheck {
  private underWay: Promise<string> | null = null;
  private wasWellAt: number | null = null;

  /** @param check resolves to "ok" or another finding and never rejects; its signal aborts when no caller waits any longer */
  constructor(
    private readonly check: (signal: AbortSignal) => Promise<string>,
    private readonly limits: CheckLimits,
  ) {}

  /** Returns the finding of a shared run. @param late the finding when none comes in time; the check continues for later callers */
  async ask(late: string): Promise<string> {
    // Math.abs: the clock may have been set back.
    if (this.wasWellAt !== null && Math.abs(Date.now() - this.wasWellAt) < this.limits.keptMs) return "ok";
    this.underWay ??= this.begin();
    let limit: NodeJS.Timeout | undefined;
    const waiting = new Promise<string>((resolve) => {
      limit = setTimeout(() => resolve(late), this.limits.limitMs);
    });
    try {
      return await Promise.race([this.underWay, waiting]);
    } finally {
      clearTimeout(limit);
    }
  }

  private async begin(): Promise<string> {
    try {
      const finding = await this.check(AbortSignal.timeout(this.limits.limitMs));
      this.wasWellAt = finding === "ok" ? Date.now() : null;
      return finding;
    } finally {
      this.underWay = null;
    }
  }
}

/** Milliseconds. Load balancers give up after a few seconds. */
const LIMIT_MS = 4_000;

/** Milliseconds. The endpoint is public, so the object store isn't queried each time. A database query is cheap. */
const KEPT_MS = 5_000;

const LATE = "does not answer";

const limited = { query_timeout: LIMIT_MS };

const UNREACHABLE = "not reachable";

/** Shares a check among callers. @param check throws when something is wrong, or resolves to a finding of its own */
function sharedCheck(name: string, keptMs: number, check: (signal: AbortSignal) => Promise<string>): SharedCheck {
  const find = async (signal: AbortSignal): Promise<string> => {
    try {
      return await check(signal);
    } catch (error) {
      logger.warn({ err: error, check: name }, "health check failed");
      if (signal.aborted) return LATE;
      if (isDiskFull(error)) return DISK_FULL_MESSAGE;
      // Next has a copy of the class, so that instanceof can't find it.
      return error instanceof Error && errorCode(error) === "STORE_SETTINGS" ? error.message : UNREACHABLE;
    }
  };
  return new SharedCheck(find, { limitMs: LIMIT_MS, keptMs });
}

async function checkDatabase(): Promise<string> {
  await queryLimited({ text: "SELECT 1", ...limited });
  return "ok";
}

async function checkObjectStore(signal: AbortSignal): Promise<string> {
  await blobStore().check(signal);
  return (await readFreeBytes()) > 0 ? "ok" : DISK_FULL_MESSAGE;
}

async function findApplied(): Promise<ReadonlySet<string>> {
  try {
    const rows = await queryLimited<{ name: string }>({
      text: "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
      ...limited,
    });
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    // PostgreSQL's code for a missing table: the database is new.
    if (errorCode(error) === "42P01") return new Set();
    throw error;
  }
}

/** Returns how many migrations of this release the database lacks. It may have those of a newer one during a rolling update. */
export async function countMissingMigrations(): Promise<number> {
  const entries = await readdir(path.join(process.cwd(), "prisma/migrations"), { withFileTypes: true });
  const applied = await findApplied();
  return entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name)).length;
}

async function checkMigrations(): Promise<string> {
  const missing = await countMissingMigrations();
  return missing === 0 ? "ok" : `${missing} not applied`;
}

async function checkThumbnails(): Promise<string> {
  const rows = await queryLimited<{ problem: string | null }>({ text: THUMBNAIL_PROBLEM, ...limited });
  return rows[0]?.problem ? `off: ${rows[0].problem}` : "ok";
}

async function checkConversions(): Promise<string> {
  const { isInstalled, finding } = await engineState();
  return isInstalled ? "ok" : finding;
}

const newChecks = () => ({
  database: sharedCheck("database", 0, checkDatabase),
  objectStore: sharedCheck("objectStore", KEPT_MS, checkObjectStore),
  migrations: sharedCheck("migrations", 0, checkMigrations),
  thumbnails: sharedCheck("thumbnails", KEPT_MS, checkThumbnails),
  conversions: sharedCheck("conversions", KEPT_MS, checkConversions),
});

// Next loads route modules more than once in one process; they must share the results.
const shared = globalThis as typeof globalThis & { seaVisionChecks?: ReturnType<typeof newChecks> };

/** Returns whether this process can answer requests. With a full disk it can: maps open, and uploads wait. */
export function canServe({ status, checks: { database, objectStore, migrations } }: Health): boolean {
  return status === "ok" || (objectStore === DISK_FULL_MESSAGE && database === "ok" && migrations === "ok");
}

/** Checks everything that this process depends on. @param isOperator the answer has details, such as the name of a missing bucket */
export async function readHealth(isOperator: boolean): Promise<Health> {
  shared.seaVisionChecks ??= newChecks();
  const { database: first, objectStore: second, migrations: third, ...optional } = shared.seaVisionChecks;
  const asked = [first, second, third, ...(isOperator ? [optional.thumbnails, optional.conversions] : [])] as const;
  const [database = LATE, store = LATE, migrations = LATE, thumbnails, conversions] = await Promise.all(
    asked.map((check) => check.ask(LATE)),
  );
  const allWell = [database, store, migrations].every((finding) => finding === "ok");
  const objectStore = isOperator || ["ok", LATE, DISK_FULL_MESSAGE].includes(store) ? store : UNREACHABLE;
  const checks = { database, objectStore, migrations, ...(thumbnails && { thumbnails }), ...(conversions && { conversions }) };
  return { status: allWell ? "ok" : "unavailable", checks };
}
