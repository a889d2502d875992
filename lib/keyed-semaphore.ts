import pLimit, { type LimitFunction } from "p-limit";

/** Limits the concurrent tasks of each key, so that one account or network can't delay the others. */
export class KeyedSemaphore {
  private readonly limits = new Map<string, LimitFunction>();

  constructor(private readonly concurrency: number) {}

  count(key: string): number {
    const limit = this.limits.get(key);
    return limit ? limit.activeCount + limit.pendingCount : 0;
  }

  /** Runs a task when its key has a free place, in order. Rejects as the task does. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const limit = this.limits.get(key) ?? pLimit(this.concurrency);
    this.limits.set(key, limit);
    try {
      return await limit(task);
    } finally {
      if (this.count(key) === 0) this.limits.delete(key);
    }
  }
}
