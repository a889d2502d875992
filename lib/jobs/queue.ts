import { setTimeout } from "node:timers/promises";
import PgBoss from "pg-boss";
import { pool } from "../db/client";
import { isDeadlock } from "../db/transaction";
import { isDatabaseUnavailable } from "../errors";
import { logger } from "../logging/logger";
import type { Job, JobHandler } from "./job";

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

/** Seconds between polls for jobs of other processes. */
const POLL_SECONDS = 2;
/** Jobs take seconds; this is for a machine that was suspended. */
const EXPIRE_SECONDS = 15 * 60;

/** The background queue in PostgreSQL (pg-boss). */
export class JobQueue {
  private readonly stopping = new AbortController();
  private readonly working: Promise<unknown>[] = [];
  private readonly workers = new Map<string, string[]>();
  private readonly boss: PgBoss;

  private constructor(private readonly pollSeconds: number) {
    this.boss = new PgBoss({ db: { executeSql: (text, values) => this.executeSql(text, values) }, schedule: false });
    this.boss.on("error", (error) => logger.error({ err: error }, "queue failed"));
  }

  /** Opens the queue and creates its tables. Waits for the database. */
  static async open({ pollSeconds = POLL_SECONDS }: { pollSeconds?: number } = {}): Promise<JobQueue> {
    const queue = new JobQueue(pollSeconds);
    await queue.boss.start();
    return queue;
  }

  async work<Data extends object>({ job, concurrency, handle }: JobHandler<Data>): Promise<void> {
    const { name } = job;
    const { signal } = this.stopping;
    // Sweeps retry, based on the state of the work itself.
    await this.boss.createQueue(name, { name, policy: "short", retryLimit: 0, expireInSeconds: EXPIRE_SECONDS });
    const ids: string[] = [];
    this.workers.set(name, ids);
    while (ids.length < concurrency) {
      const id = await this.boss.work<unknown>(name, { pollingIntervalSeconds: this.pollSeconds }, async (jobs) => {
        for (const { data } of jobs) await this.track(name, handle(job.schema.parse(data), signal));
        // Without this, another waiting job would wait for the next poll.
        this.boss.notifyWorker(id);
      });
      ids.push(id);
    }
  }

  async send<Data extends object>(job: Job<Data>, data: Data): Promise<void> {
    await this.boss.send(job.name, data, { singletonKey: job.keyOf(data), priority: job.priorityOf?.(data) ?? 0 });
    for (const id of this.workers.get(job.name) ?? []) this.boss.notifyWorker(id);
  }

  /** Ends running jobs early and accepts no more. */
  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.working);
    await this.boss.stop({ graceful: false, close: false });
  }

  private async track(name: string, work: Promise<void>): Promise<void> {
    this.working.push(work);
    try {
      await work;
    } catch (error) {
      logger.error({ err: error, job: name }, "job failed");
      throw error;
    } finally {
      this.working.splice(this.working.indexOf(work), 1);
    }
  }

  /** pg-boss does not await some of its promises; a rejected one would end the process. */
  private async executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const { signal } = this.stopping;
    try {
      return await retryWhileDatabaseUnavailable(() => pool().query(text, values), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // The caller no longer waits. The error reports that nothing was done.
      return { rows: [{ count: 0 }] };
    }
  }
}
