import { setTimeout } from "node:timers/promises";
import { isDeadlock } from "../db/errors";
import { isDatabaseUnavailable } from "../errors";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/**
 * Repeats idempotent work while the database is unavailable or after a deadlock. The work may run twice. Unlike `p-retry`, it returns
 * a result that arrives after the signal aborted: a claimed lease must not get lost. @throws other errors; the last one after an abort
 */
export async function retryWhileDatabaseUnavailable<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  isRetryable: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !(isDatabaseUnavailable(error) || isDeadlock(error) || isRetryable(error))) throw error;
    }
    await setTimeout(wait, undefined, { signal });
  }
}
