import { z } from "zod";
import type { Job, JobHandler, Sweep } from "../jobs/job";
import type { JobQueue } from "../jobs/queue";
import { listIdleImports } from "./data";
import { runImport } from "./pipeline/run";

const schema = z.object({ importId: z.uuid() });
type ImportJob = z.infer<typeof schema>;

const keyOf = ({ importId }: ImportJob) => importId;

const publishJob: Job<ImportJob> = { name: "imports.publish", schema, keyOf };
/** Reads every byte, which takes minutes. A separate queue keeps publishing fast. */
const verifyJob: Job<ImportJob> = { name: "imports.verify", schema, keyOf };

const SLICE_MS = 60_000;
const SWEEP_MS = 2_000;

export function importHandlers(queue: JobQueue, { patienceMs }: { patienceMs?: number } = {}): JobHandler<ImportJob>[] {
  return [
    {
      job: publishJob,
      concurrency: 2,
      handle: async (data, signal) => {
        const outcome = await runImport(data.importId, { signal, untilPublished: true, patienceMs });
        if (outcome === "published") await queue.send(verifyJob, data);
        if (outcome === "store-away") await queue.send(publishJob, data);
      },
    },
    {
      job: verifyJob,
      concurrency: 1,
      handle: async (data, signal) => {
        const outcome = await runImport(data.importId, { signal, sliceMs: SLICE_MS, patienceMs });
        if (outcome === "sliced" || outcome === "store-away") await queue.send(verifyJob, data);
      },
    },
  ];
}

/** Queues every idle import. The Import row is the truth; a job only draws attention to it. */
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
