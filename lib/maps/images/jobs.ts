import { z } from "zod";
import type { Job, JobHandler, Sweep } from "../../jobs/job";
import type { JobQueue } from "../../jobs/queue";
import { listDueImages } from "../../projects/images/claims";
import type { MapRenderer } from "./render/renderer";

const schema = z.object({ projectId: z.uuid() });
type RenderJob = z.infer<typeof schema>;

const renderJob: Job<RenderJob> = { name: "map-images.render", schema, keyOf: ({ projectId }) => projectId };

/** Looks for what was postponed, or left by a worker that was killed; of new maps workers are told. */
const SWEEP_MS = 5_000;
/** A picture takes seconds: more are not queued than are made until the next look or two. */
const QUEUED_AT_ONCE = 5;

/** One map at a time: a browser takes a processor and hundreds of megabytes. */
export function mapImageHandler(renderer: MapRenderer): JobHandler<RenderJob> {
  return {
    job: renderJob,
    concurrency: 1,
    handle: ({ projectId }, signal) => renderer.render(projectId, signal),
  };
}

/** Queues projects that need a picture: the Project row is the truth, and a job only somebody's attention to it. */
export function mapImageSweep(queue: JobQueue, renderer: MapRenderer): Sweep {
  return {
    name: "map images",
    everyMs: SWEEP_MS,
    onWake: true,
    run: async () => {
      if (renderer.isResting) return;
      for (const projectId of await listDueImages(QUEUED_AT_ONCE)) await queue.send(renderJob, { projectId });
    },
  };
}
