import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { isDatabaseAway } from "../errors";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/** Of two statements that wait for each other PostgreSQL undoes one, as when workers that start at once make the queue's tables. */
function lostDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "40P01";
}

/**
 * Does something with the database, again and again while the database is away or undoes it for a deadlock.
 * For what may be done twice: an answer that got lost does not tell whether it was done.
 * @param isAwayToo what else is waited for
 * @throws whatever else goes wrong, and the last error when the signal ends the waiting
 */
export async function untilDatabaseAnswers<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  isAwayToo: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !(isDatabaseAway(error) || lostDeadlock(error) || isAwayToo(error))) throw error;
    }
    await setTimeout(wait, undefined, { signal });
  }
}
