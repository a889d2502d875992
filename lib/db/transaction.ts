import { driverCause, errorCode } from "../errors";
import type { Prisma } from "../generated/prisma/client";
import { db } from "./client";

/** Returns PostgreSQL's code of an error of node-postgres or Prisma, or "". */
function databaseErrorCode(error: unknown): string {
  return (error instanceof Error && driverCause(error).originalCode) || errorCode(error);
}

export const isUniqueViolation = (error: unknown) => databaseErrorCode(error) === "23505";

/** Returns true for the error of a transaction that PostgreSQL rolled back because another one and it waited for each other. */
export const isDeadlock = (error: unknown) => databaseErrorCode(error) === "40P01";

/** Returns true for the error of a statement that has waited for a lock as long as it may. */
export const isLockTimeout = (error: unknown) => databaseErrorCode(error) === "55P03";

/** Returns true for the error of a statement that took longer than its limit. */
export const isStatementTimeout = (error: unknown) => databaseErrorCode(error) === "57014";

/** A running transaction. Every function that reads or writes within one takes it as an argument. */
export type Transaction = Prisma.TransactionClient;

const afterCommits = new WeakMap<object, Set<() => void>>();

/** Runs work once after the commit of a transaction of {@link inTransaction}, before that resolves. */
export function afterCommit(tx: Transaction, work: () => void): void {
  const waiting = afterCommits.get(tx);
  if (!waiting) throw new Error("afterCommit needs a transaction.");
  waiting.add(work);
}

/** Runs statements of one connection as one transaction. An error rolls it back. */
export async function inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const committed = new Set<() => void>();
  const result = await db().$transaction((tx) => {
    afterCommits.set(tx, committed);
    return work(tx);
  });
  for (const run of committed) run();
  return result;
}

const DEADLOCK_TRIES = 4;

/** As {@link inTransaction}, for work that may meet other transactions that lock the same rows in another order: repeats it after a deadlock. */
export async function retryTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(work);
    } catch (error) {
      if (!isDeadlock(error) || tries === DEADLOCK_TRIES) throw error;
    }
  }
}
