import { z } from "zod";
import { blobStore } from "../../blobs/open";
import { MAP_FILE } from "../../data-maps/values";
import type { Job, JobHandler, Sweep } from "../../jobs/job";
import type { JobQueue } from "../../jobs/queue";
import { listMapsWithFile } from "../../projects/data";
import { convertLayer } from "./convert-layer";
import { findConversions } from "./find-conversions";

const schema = z.object({ projectId: z.uuid() });
type ConversionJob = z.infer<typeof schema>;

const conversionJob: Job<ConversionJob> = { name: "data-maps.convert", schema, keyOf: ({ projectId }) => projectId };

/** Publishing and editing a map wake the workers. This is for conversions of killed workers. */
const SWEEP_MS = 60_000;
/** Time after an unexpected error, which may come again after hours of work. */
const PAUSE_MS = 30 * 60_000;

/** Projects of conversions that run, or failed, in this process: until when they are left alone. */
const paused = new Map<string, number>();

async function convertMap(projectId: string, signal: AbortSignal): Promise<void> {
  if ((paused.get(projectId) ?? 0) > Date.now()) return;
  const [project] = await listMapsWithFile(MAP_FILE, projectId);
  if (!project) return;
  const { name, safeName, createdById: ownerId } = project;
  // The queue gives up a job after minutes, and starts the next one.
  paused.set(projectId, Number.POSITIVE_INFINITY);
  try {
    for (const due of await findConversions(projectId, { store: blobStore(), signal })) {
      await convertLayer({ ...due, ownerId, scope: { kind: "project", projectId, name, safeName } }, signal);
    }
    paused.delete(projectId);
  } catch (error) {
    paused.set(projectId, Date.now() + PAUSE_MS);
    throw error;
  }
}

/** Converts the MBTiles files of a map to PMTiles, one after another. */
export const conversionHandler: JobHandler<ConversionJob> = {
  job: conversionJob,
  concurrency: 1,
  handle: ({ projectId }, signal) => convertMap(projectId, signal),
};

/** Queues every map with MBTiles files. The tree is the truth; a job only draws attention to it. */
export function conversionSweep(queue: JobQueue): Sweep {
  /** States of maps that have nothing to convert. */
  const settled = new Map<string, string>();
  return {
    name: "MBTiles conversions",
    everyMs: SWEEP_MS,
    onWake: true,
    run: async (signal) => {
      for (const { projectId, state } of await listMapsWithFile(MAP_FILE)) {
        if (settled.get(projectId) === state) continue;
        const due = await findConversions(projectId, { store: blobStore(), signal });
        if (due.length > 0) await queue.send(conversionJob, { projectId });
        else settled.set(projectId, state);
      }
    },
  };
}
