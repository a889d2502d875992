import { availableParallelism } from "node:os";
import { z } from "zod";
import type { Job, JobHandler, Sweep } from "../jobs/job";
import type { JobQueue } from "../jobs/queue";
import { listIdleImports } from "./data";
import { runImport } from "./pipeline/run";

const schema = z.object({ importId: z.uuid(), turns: z.int().default(0) });
type ImportJob = z.infer<typeof schema>;

const keyOf = ({ importId }: ImportJob) => importId;
/** The import that had the fewest turns comes next. */
const priorityOf = ({ turns }: ImportJob) => -turns;

const publishJob: Job<ImportJob> = { name: "imports.publish", schema, keyOf };
/** Reads data files that take longer than DATA_SECONDS, so that other maps go online meanwhile. */
const describeJob: Job<ImportJob> = { name: "imports.describe", schema, keyOf };
/** Reads every byte, which takes minutes. A separate queue keeps publishing fast. */
const verifyJob: Job<ImportJob> = { name: "imports.verify", schema, keyOf, priorityOf };
/** Reads entries that take longer than a slice, so that small archives are verified meanwhile. */
const verifyLargeJob: Job<ImportJob> = { name: "imports.verify-large", schema, keyOf, priorityOf };

const DATA_SECONDS = 5;
const SLICE_MS = 5_000;
const LONGEST_SLICE_MS = 60_000;
const SWEEP_MS = 2_000;
const LANES = Math.min(Math.max(2, availableParallelism()), 4);

export function importHandlers(queue: JobQueue, { patienceMs }: { patienceMs?: number } = {}): JobHandler<ImportJob>[] {
  const publish = async (data: ImportJob, signal: AbortSignal, dataSeconds?: number) => {
    const outcome = await runImport(data.importId, { signal, untilPublished: true, patienceMs, dataSeconds });
    if (outcome === "published") await queue.send(verifyJob, data);
    if (outcome === "slow-data") await queue.send(describeJob, data);
    if (outcome === "store-away") await queue.send(publishJob, data);
  };
  const verify = async (data: ImportJob, signal: AbortSignal, leavesLarge: boolean) => {
    const outcome = await runImport(data.importId, {
      signal,
      slicing: { sliceMs: SLICE_MS, mostMs: LONGEST_SLICE_MS, leavesLarge },
      patienceMs,
    });
    if (outcome === "large-next") await queue.send(verifyLargeJob, data);
    if (outcome === "sliced" || outcome === "store-away") await queue.send(verifyJob, { ...data, turns: data.turns + 1 });
  };
  return [
    { job: publishJob, concurrency: LANES, handle: (data, signal) => publish(data, signal, DATA_SECONDS) },
    { job: describeJob, concurrency: 1, handle: (data, signal) => publish(data, signal) },
    { job: verifyJob, concurrency: LANES, handle: (data, signal) => verify(data, signal, true) },
    { job: verifyLargeJob, concurrency: 1, handle: (data, signal) => verify(data, signal, false) },
  ];
}

/** Queues every idle import. The Import row is the truth; a job only draws attention to it. */
export function importSweep(queue: JobQueue): Sweep {
  return {
    name: "imports",
    everyMs: SWEEP_MS,
    onWake: true,
    run: async () => {
      for (const { id, isPublished, isSlow } of await listIdleImports()) {
        const [job, slowJob] = isPublished ? [verifyJob, verifyLargeJob] : [publishJob, describeJob];
        await queue.send(isSlow ? slowJob : job, { importId: id, turns: 0 });
      }
    },
  };
}
