import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway } from "../../lib/errors";
import { countMissingMigrations } from "../../lib/health/data";
import { logger } from "../../lib/logging/logger";

const LOOK_AGAIN_MS = 1_000;

/** A database that is away is none of our business here: every process lives through that. */
async function countMissing(): Promise<number> {
  try {
    return await countMissingMigrations();
  } catch (error) {
    if (isDatabaseAway(error)) return 0;
    throw error;
  }
}

/**
 * Waits until the database is what this release was made for. One process alone changes no database: when hosts are updated one
 * by one, somebody decides when that happens.
 */
export async function awaitMigrations(name: string, signal: AbortSignal): Promise<void> {
  let hasWaited = false;
  for (let missing = await countMissing(); missing > 0 && !signal.aborted; missing = await countMissing()) {
    if (!hasWaited)
      logger.warn(
        { missing },
        `${name} waits: ${missing} migrations are not applied to the database. Run: node dist/migrate.js (npm run migrate)`,
      );
    hasWaited = true;
    await pause(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
  if (hasWaited && !signal.aborted) logger.warn(`${name} goes on: every migration is applied`);
}
