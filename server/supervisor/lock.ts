import path from "node:path";
import { isLocked as isFileLocked, LockHeldError, takeLock } from "../../lib/jobs/lock";

const fileOf = (dataDir: string) => path.join(dataDir, "supervisor.lock");

/** Returns true while a supervisor uses the data folder. */
export function isLocked(dataDir: string): Promise<boolean> {
  return isFileLocked(fileOf(dataDir));
}

/** Locks a data folder for this supervisor, and returns the release. A dead process's lock is taken over. @throws Error */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(fileOf(dataDir));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new Error(`Sea-Vision is already running on ${dataDir} (process ${error.pid}). Stop it first, or set another DATA_DIR.`);
  }
}
