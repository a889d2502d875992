import { z } from "zod";
import type { Job, JobHandler, Sweep } from "../jobs/job";
import type { JobQueue } from "../jobs/queue";
import { listIdleImports } from "./data";
import { runImport } from "./pipeline/run";

const schema = z.object({ importId: z.uuid() });
type ImportJob = z.infer<typeof schema>;

const keyOf = ({ importId }: ImportJob) => importId;

/** From upload to a map that can be viewed: seconds, and somebody is waiting. */
const publishJob: Job<ImportJob> = { name: "imports.publish", schema, keyOf };
/** Reading every byte: minutes. A queue of its own, so that nobody's map waits for it. */
const verifyJob: Job<ImportJob> = { name: "imports.verify", schema, keyOf };

/** After this long another import has its turn. */
const SLICE_MS = 60_000;
const SWEEP_MS = 2_000;

/**
 * The jobs of imports. Each one ends by queueing what comes next, behind all that waits; what a killed process left, the sweep
 * queues again.
 * @param patienceMs how long each waits for the object store; milliseconds
 */
export function importHandlers(queue: JobQueue, { patienceMs }: { patienceMs?: number } = {}): JobHandler<ImportJob>[] {
  const patience = patienceMs === undefined ? {} : { patienceMs };
  return [
    {
      job: publishJob,
      concurrency: 2,
      handle: async (data, signal) => {
        const outcome = await runImport(data.importId, { signal, untilPublished: true, ...patience });
        if (outcome === "published") await queue.send(verifyJob, data);
        if (outcome === "store-away") await queue.send(publishJob, data);
      },
    },
    {
      job: verifyJob,
      concurrency: 1,
      handle: async (data, signal) => {
        const outcome = await runImport(data.importId, { signal, sliceMs: SLICE_MS, ...patience });
        if (outcome === "sliced" || outcome === "store-away") await queue.send(verifyJob, data);
      },
    },
  ];
}

/** Queues every import that nobody works on: the Import row is the truth, and a job only somebody's attention to it. */
export function importSweep(queue: JobQueue): Sweep {
  return {
    name: "imports",
    everyMs: SWEEP_MS,
    onWake: true,
    run: async () => {
      for (const { id, isPublished } of await listIdleImports()) await queue.send(isPublished ? verifyJob : publishJob, { importId: id });
    },
  };
}
