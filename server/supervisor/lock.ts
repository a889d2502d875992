import path from "node:path";
import { isLocked as isFileLocked, LockHeldError, takeLock } from "../../lib/jobs/lock";

const fileOf = (dataDir: string) => path.join(dataDir, "supervisor.lock");

/** @returns true while a supervisor uses the DATA_DIR */
export function isLocked(dataDir: string): Promise<boolean> {
  return isFileLocked(fileOf(dataDir));
}

/**
 * Makes sure that one supervisor alone uses a DATA_DIR. A lock whose holder is dead is taken over.
 * @returns a function that gives it free.
 * @throws Error naming the process that has it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(fileOf(dataDir));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new Error(`Sea-Vision is already running on ${dataDir} (process ${error.pid}). Stop it first, or set another DATA_DIR.`);
  }
}
