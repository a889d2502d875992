import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway } from "../../lib/errors";
import { logger } from "../../lib/logging/logger";
import { refuseForeignStore } from "../../lib/storage/inspection/owner";

const ASK_AGAIN_MS = 5_000;

/** @returns false when database or store cannot be asked now: every process lives through that. @throws ForeignStoreError */
async function isAsked(): Promise<boolean> {
  try {
    return await refuseForeignStore();
  } catch (error) {
    if (isDatabaseAway(error)) return false;
    throw error;
  }
}

async function askOn(signal: AbortSignal): Promise<void> {
  do await pause(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted && !(await isAsked()));
}

/**
 * Sees to it that the object store is this database's before a process does anything with it. While it cannot be asked the process
 * does what it can without, and is told later.
 * @param refuse told of ForeignStoreError, and of whatever else is wrong, where the answer came later
 * @throws ForeignStoreError
 */
export async function checkOwnStore(name: string, signal: AbortSignal, refuse: (error: unknown) => void): Promise<void> {
  if (await isAsked()) return;
  logger.warn(`${name} cannot find out yet whether the object store is its own`);
  askOn(signal).catch(refuse);
}
