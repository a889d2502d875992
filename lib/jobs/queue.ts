import PgBoss from "pg-boss";
import { pool } from "../db";
import { logger } from "../logging/logger";
import { untilDatabaseAnswers } from "./database-away";
import type { Job, JobHandler } from "./job";

/** How often it looks for jobs that others queued and nobody told it of; its own are taken up at once. */
const POLL_SECONDS = 2;
/** What a job may take before the queue forgets it. Jobs are slices of seconds; this is for a machine that stands still. */
const EXPIRE_SECONDS = 15 * 60;

/** The background queue, kept in PostgreSQL by pg-boss: it hands jobs to workers, on as many machines as there are. */
export class JobQueue {
  private readonly stopping = new AbortController();
  private readonly working: Promise<unknown>[] = [];
  private readonly workers = new Map<string, string[]>();
  private readonly boss: PgBoss;

  private constructor(private readonly pollSeconds: number) {
    this.boss = new PgBoss({ db: { executeSql: (text, values) => this.executeSql(text, values) }, schedule: false });
    this.boss.on("error", (error) => logger.error({ err: error }, "queue failed"));
  }

  /** Opens the queue, and makes its tables when the database has none. Waits for the database. */
  static async open({ pollSeconds = POLL_SECONDS }: { pollSeconds?: number } = {}): Promise<JobQueue> {
    const queue = new JobQueue(pollSeconds);
    await queue.boss.start();
    return queue;
  }

  /** Takes up jobs of a kind from now on. */
  async work<Data extends object>({ job, concurrency, handle }: JobHandler<Data>): Promise<void> {
    const { name } = job;
    const { signal } = this.stopping;
    // Trying again is left to the sweeps, which look at the state of the work itself.
    await this.boss.createQueue(name, { name, policy: "short", retryLimit: 0, expireInSeconds: EXPIRE_SECONDS });
    const ids: string[] = [];
    this.workers.set(name, ids);
    while (ids.length < concurrency) {
      const id = await this.boss.work<unknown>(name, { pollingIntervalSeconds: this.pollSeconds }, async (jobs) => {
        for (const { data } of jobs) await this.track(name, handle(job.schema.parse(data), signal));
        // There may be another one waiting; without this, it would wait for the next poll.
        this.boss.notifyWorker(id);
      });
      ids.push(id);
    }
  }

  /** Queues a job, unless one with its key is waiting already. */
  async send<Data extends object>(job: Job<Data>, data: Data): Promise<void> {
    await this.boss.send(job.name, data, { singletonKey: job.keyOf(data) });
    for (const id of this.workers.get(job.name) ?? []) this.boss.notifyWorker(id);
  }

  /** Lets the jobs that are under way come to an early end, and takes up no more. */
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

  /** pg-boss leaves some of its promises alone, so one that is rejected would end the process. */
  private async executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const { signal } = this.stopping;
    try {
      return await untilDatabaseAnswers(() => pool().query(text, values), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // Nobody waits for the answer any more; this one says that nothing was done.
      return { rows: [{ count: 0 }] };
    }
  }
}
