import { z } from "zod";
import { blobStore } from "../../blobs/open";
import { ConversionAttempt, MOST_ATTEMPTS } from "../../data-maps/conversion/attempts";
import { listWaiting } from "../../data-maps/conversion/waiting";
import { MAP_FILE } from "../../data-maps/values";
import { isDatabaseUnavailable, isStoreUnavailable } from "../../errors";
import type { Job, JobHandler, Sweep } from "../../jobs/job";
import type { JobQueue } from "../../jobs/queue";
import { listMapsWithFile } from "../../projects/data";
import { convertLayer, giveUpLayer, type LayerSource } from "./convert-layer";
import { findConversions, revisionOf } from "./find-sources";
import { removeLeftFolders } from "./work-folder";

const schema = z.object({ projectId: z.uuid() });
type ConversionJob = z.infer<typeof schema>;

const conversionJob: Job<ConversionJob> = { name: "data-maps.convert", schema, keyOf: ({ projectId }) => projectId };

/** Publishing and editing a map wake the workers. This is for conversions of killed workers. */
const SWEEP_MS = 60_000;
const isPassing = (error: unknown) => isStoreUnavailable(error) || isDatabaseUnavailable(error);

async function convertDue(source: LayerSource, isWanted: () => Promise<boolean>, stopping: AbortSignal): Promise<void> {
  const { path, files, readAs } = source;
  const tag = `${revisionOf(files)} ${JSON.stringify(readAs)}`;
  const attempt = await ConversionAttempt.begin({ projectId: source.scope.projectId, path }, tag, isWanted);
  if (!attempt) return;
  const signal = AbortSignal.any([stopping, attempt.signal]);
  try {
    const onPercent = (percent: number) => {
      attempt.percent = percent;
    };
    if (attempt.number > MOST_ATTEMPTS) await giveUpLayer(source, signal);
    else await convertLayer(source, { signal, onPercent });
    await attempt.finish();
  } catch (error) {
    await attempt.release(signal.aborted || isPassing(error));
    if (!signal.aborted) throw error;
  }
}

async function convertMap(projectId: string, signal: AbortSignal): Promise<void> {
  const [project] = await listMapsWithFile(MAP_FILE, projectId);
  if (!project) return;
  const { name, safeName, createdById: ownerId } = project;
  const isWanted = async () => (await listMapsWithFile(MAP_FILE, projectId)).length > 0;
  const scope = { kind: "project", projectId, name, safeName } as const;
  // What a file was converted to may be large, and becomes tiles then.
  for (let pass = 1; pass <= 2; pass += 1) {
    for (const due of await findConversions(projectId, { store: blobStore(), signal })) {
      await convertDue({ ...due, ownerId, scope }, isWanted, signal);
    }
  }
}

/** Converts the files of a map that it can't show as they are, one after another. */
export const conversionHandler: JobHandler<ConversionJob> = {
  job: conversionJob,
  concurrency: 1,
  handle: ({ projectId }, signal) => convertMap(projectId, signal),
};

/** Queues every map with files to convert. The tree is the truth; a job only draws attention to it. */
export function conversionSweep(queue: JobQueue): Sweep {
  /** States of maps that have nothing to convert. */
  const settled = new Map<string, string>();
  return {
    name: "conversions",
    everyMs: SWEEP_MS,
    onWake: true,
    run: async (signal) => {
      await removeLeftFolders();
      for (const { projectId, state } of await listMapsWithFile(MAP_FILE)) {
        if (settled.get(projectId) === state) continue;
        const due = await findConversions(projectId, { store: blobStore(), signal });
        const isListed = await listWaiting(
          projectId,
          due.map(({ path }) => path),
        );
        if (due.length > 0) await queue.send(conversionJob, { projectId });
        else if (!isListed) settled.set(projectId, state);
      }
    },
  };
}
