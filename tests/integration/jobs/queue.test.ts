import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { db, pool } from "@/lib/db/client";
import type { Job, Sweep } from "@/lib/jobs/job";
import { JobQueue } from "@/lib/jobs/queue";
import { startSweeps } from "@/lib/jobs/sweeps";
import { wakeWorkers } from "../../../lib/jobs/notifications";
import { until } from "../../setup/until";

const schema = z.object({ key: z.string(), value: z.number() });
type Data = z.infer<typeof schema>;

let kinds = 0;
function newJob(): Job<Data> {
  kinds += 1;
  return { name: `test.${kinds}`, schema, keyOf: ({ key }) => key };
}

const open: { close(): Promise<void> }[] = [];
/** @param pollSeconds a long interval proves that the queue is notified of its jobs */
async function openQueue(pollSeconds?: number): Promise<JobQueue> {
  const queue = await JobQueue.open(pollSeconds === undefined ? {} : { pollSeconds });
  open.push(queue);
  return queue;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe("JobQueue", () => {
  it("runs its own jobs without waiting for the next poll", async () => {
    const queue = await openQueue(600);
    const job = newJob();
    const done: number[] = [];
    await queue.work({ job, concurrency: 2, handle: ({ value }: Data) => Promise.resolve(void done.push(value)) });
    for (let value = 0; value < 5; value += 1) await queue.send(job, { key: `own ${value}`, value });
    await until("its own jobs are done", () => done.length === 5);
  });

  it("runs each job exactly once, also jobs of other processes", async () => {
    const [one, other] = [await openQueue(), await openQueue()];
    const job = newJob();
    const done: number[] = [];
    const handle = ({ value }: Data) => {
      done.push(value);
      return Promise.resolve();
    };
    await one.work({ job, concurrency: 2, handle });
    for (let value = 0; value < 5; value += 1) await one.send(job, { key: `own ${value}`, value });
    await until("its own jobs are done", () => done.length === 5);
    await other.send(job, { key: "other", value: 5 });
    await until("the other job is done", () => done.length === 6);
    expect(done.sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("keeps only one waiting job per key", async () => {
    const queue = await openQueue();
    const job = newJob();
    await queue.work({ job, concurrency: 0, handle: () => Promise.resolve() });
    for (let value = 0; value < 5; value += 1) await queue.send(job, { key: "same", value });
    await queue.send(job, { key: "other", value: 9 });
    const { rows } = await pool().query(`SELECT data FROM pgboss.job WHERE name = $1 ORDER BY data->>'value'`, [job.name]);
    expect(rows).toEqual([{ data: { key: "same", value: 0 } }, { data: { key: "other", value: 9 } }]);
  });

  it("continues after a failed job", async () => {
    const queue = await openQueue();
    const job = newJob();
    const seen: number[] = [];
    await queue.work({
      job,
      concurrency: 1,
      handle: ({ value }) => {
        seen.push(value);
        return value === 0 ? Promise.reject(new Error("The first one fails.")) : Promise.resolve();
      },
    });
    await queue.send(job, { key: "a", value: 0 });
    await queue.send(job, { key: "b", value: 1 });
    await until("the second one was taken up", () => seen.includes(1));
  });

  it("aborts its running jobs and waits for them when it closes", async () => {
    const queue = await JobQueue.open();
    const job = newJob();
    let state = "";
    const handle = async (_: Data, signal: AbortSignal) => {
      state = "running";
      await once(signal, "abort");
      state = "stopped";
    };
    await queue.work({ job, concurrency: 1, handle });
    await queue.send(job, { key: "a", value: 0 });
    await until("the job runs", () => state === "running");
    await queue.close();
    expect(state).toBe("stopped");
  });
});

describe("startSweeps", () => {
  const HOUR = 3_600_000;

  function counting(change: Partial<Sweep>): Sweep & { runs: number } {
    const sweep = { name: "test", everyMs: HOUR, onWake: false, runs: 0, run: () => Promise.resolve(), ...change };
    const run = sweep.run;
    sweep.run = (signal) => {
      sweep.runs += 1;
      return run(signal);
    };
    return sweep;
  }

  it("runs sweeps at once, at their interval and when workers are woken", async () => {
    const [slow, woken, frequent] = [counting({}), counting({ onWake: true }), counting({ everyMs: 20 })];
    open.push(startSweeps([slow, woken, frequent]));
    await until("each has run and the wake-up listener is active", () => slow.runs === 1 && woken.runs >= 2 && frequent.runs > 3);
    const before = woken.runs;
    await wakeWorkers(db());
    await until("it is woken", () => woken.runs > before);
    expect(slow.runs).toBe(1);
  });

  it("runs a sweep again after it failed", async () => {
    const failing = counting({ everyMs: 20, run: () => Promise.reject(new Error("It fails.")) });
    open.push(startSweeps([failing]));
    await until("it has run again", () => failing.runs > 2);
  });
});
