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
import { type DueConversion, findConversions, revisionOf } from "./find-sources";
import { removeLeftFolders } from "./work-folder";

const schema = z.object({ projectId: z.uuid() });
type ConversionJob = z.infer<typeof schema>;

const jobOf = (name: string): Job<ConversionJob> => ({ name, schema, keyOf: ({ projectId }) => projectId });
const conversionJob = jobOf("data-maps.convert");
/** Tiles of files that are shown already take up to half an hour, so other files don't wait for them. */
const tileJob = jobOf("data-maps.tile");

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

/** Converts the files of a map that are shown already (`isLarge`), or those that are not, one after another. */
async function convertMap(projectId: string, { isLarge, signal }: { isLarge: boolean; signal: AbortSignal }): Promise<void> {
  const [project] = await listMapsWithFile(MAP_FILE, projectId);
  if (!project) return;
  const { name, safeName, createdById: ownerId } = project;
  const isWanted = async () => (await listMapsWithFile(MAP_FILE, projectId)).length > 0;
  const scope = { kind: "project", projectId, name, safeName } as const;
  for (const due of await findConversions(projectId, { store: blobStore(), signal })) {
    if (due.isLarge === isLarge) await convertDue({ ...due, ownerId, scope }, isWanted, signal);
  }
}

/** Queues the conversions of a map. */
async function queueConversions(queue: JobQueue, projectId: string, due: readonly DueConversion[]): Promise<void> {
  if (due.some(({ isLarge }) => !isLarge)) await queue.send(conversionJob, { projectId });
  if (due.some(({ isLarge }) => isLarge)) await queue.send(tileJob, { projectId });
}

/** Convert the files that a map can't show as they are, and make tiles of large files. */
export function conversionHandlers(queue: JobQueue): JobHandler<ConversionJob>[] {
  return [
    {
      job: conversionJob,
      concurrency: 1,
      handle: async ({ projectId }, signal) => {
        await convertMap(projectId, { isLarge: false, signal });
        const due = await findConversions(projectId, { store: blobStore(), signal });
        // What a file was converted to may be large.
        await queueConversions(
          queue,
          projectId,
          due.filter(({ isLarge }) => isLarge),
        );
      },
    },
    { job: tileJob, concurrency: 1, handle: ({ projectId }, signal) => convertMap(projectId, { isLarge: true, signal }) },
  ];
}

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
        await queueConversions(queue, projectId, due);
        if (due.length === 0 && !isListed) settled.set(projectId, state);
      }
    },
  };
}
