import { z } from "zod";
import type { Job, JobHandler, Sweep } from "../../jobs/job";
import type { JobQueue } from "../../jobs/queue";
import { listDueImages } from "../../projects/images/claims";
import type { MapRenderer } from "./render/renderer";

const schema = z.object({ projectId: z.uuid() });
type RenderJob = z.infer<typeof schema>;

const renderJob: Job<RenderJob> = { name: "map-images.render", schema, keyOf: ({ projectId }) => projectId };

/** Interval of the sweep for postponed attempts and those of killed workers. New maps wake the workers. */
const SWEEP_MS = 5_000;
const QUEUED_AT_ONCE = 5;

export function mapImageHandler(renderer: MapRenderer): JobHandler<RenderJob> {
  return {
    job: renderJob,
    concurrency: 1,
    handle: ({ projectId }, signal) => renderer.render(projectId, signal),
  };
}

export function mapImageSweep(queue: JobQueue, renderer: MapRenderer): Sweep {
  return {
    name: "map images",
    everyMs: SWEEP_MS,
    onWake: true,
    run: async () => {
      if (!(await renderer.report())) return;
      for (const projectId of await listDueImages(QUEUED_AT_ONCE)) await queue.send(renderJob, { projectId });
    },
  };
}
