import type { Prisma } from "../generated/prisma/client";
import { db } from "./client";
import { isDeadlock } from "./errors";

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
