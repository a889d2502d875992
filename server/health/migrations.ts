import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseUnavailable } from "../../lib/errors";
import { countMissingMigrations } from "../../lib/health/data";
import { logger } from "../../lib/logging/logger";

const CHECK_INTERVAL_MS = 1_000;

/** Counts an unavailable database as migrated, since every process tolerates it. */
async function countMissing(): Promise<number> {
  try {
    return await countMissingMigrations();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 0;
    throw error;
  }
}

/** Waits until all migrations are applied. A process without the supervisor never applies them, since the operator decides when. */
export async function awaitMigrations(name: string, signal: AbortSignal): Promise<void> {
  let hasWaited = false;
  for (let missing = await countMissing(); missing > 0 && !signal.aborted; missing = await countMissing()) {
    if (!hasWaited)
      logger.warn(
        { missing },
        `${name} waits: ${missing} migrations are not applied to the database. Run: node dist/migrate.js (npm run migrate)`,
      );
    hasWaited = true;
    await pause(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  if (hasWaited && !signal.aborted) logger.warn(`${name} continues: every migration is applied`);
}
