import { z } from "zod";
import { blobStore } from "../../blobs/open";
import { convertedFile } from "../../data-maps/formats/converted-file";
import { type Reading, readDataMap } from "../../data-maps/publish/read-data-map";
import { MAP_FILE } from "../../data-maps/values";
import { isDatabaseUnavailable, isStoreUnavailable } from "../../errors";
import type { Job, JobHandler, Sweep } from "../../jobs/job";
import type { JobQueue } from "../../jobs/queue";
import { listMapsWithFile } from "../../projects/data";
import { findEntries } from "../../trees/data";
import { contentTag } from "../text/content";
import { ConversionAttempt, MOST_ATTEMPTS } from "./attempts";
import type { ChangeSource } from "./change-map";
import { convertLayer, giveUpLayer } from "./convert-layer";
import { removeLeftFolders } from "./work-folder";

const schema = z.object({ projectId: z.uuid() });
type ConversionJob = z.infer<typeof schema>;

const conversionJob: Job<ConversionJob> = { name: "data-maps.convert", schema, keyOf: ({ projectId }) => projectId };

/** Publishing and editing a map wake the workers. This is for conversions of killed workers. */
const SWEEP_MS = 60_000;
const isPassing = (error: unknown) => isStoreUnavailable(error) || isDatabaseUnavailable(error);

/** Paths of an MBTiles file that a layer of PMTiles may have been converted from. */
const sourcesOf = (path: string) => [".mbtiles", ".MBTILES"].map((ending) => path.replace(/\.pmtiles$/, ending));

/** Returns the MBTiles files of a project's map that its map.json shows, and that are not converted. */
export async function findConversions(projectId: string, reading: Reading): Promise<Pick<ChangeSource, "path" | "file">[]> {
  const root = { projectId };
  const map = await readDataMap(reading, root);
  const shown = new Set((map?.layers ?? []).filter(({ problem }) => problem === undefined).map(({ file }) => file));
  const candidates = [...shown].flatMap((path) =>
    /\.mbtiles$/i.test(path) ? [path] : sourcesOf(path).filter((source) => source !== path),
  );
  const paths = [...new Set(candidates)];
  const find = (all: readonly string[]) => findEntries(all.map((path) => ({ root, path: path.split("/") })));
  const [sources, converted] = [await find(paths), await find(paths.map(convertedFile))];
  return paths.flatMap((path, index) => {
    const file = sources[index];
    // A file that was converted before, and still is the layer itself, is converted again.
    const isDone = converted[index] != null && !shown.has(path);
    return file?.kind === "file" && !isDone ? [{ path, file }] : [];
  });
}

async function convertDue(source: ChangeSource, isWanted: () => Promise<boolean>, stopping: AbortSignal): Promise<void> {
  const { path, file } = source;
  const attempt = await ConversionAttempt.begin({ projectId: source.scope.projectId, path }, contentTag(file), isWanted);
  if (!attempt) return;
  const signal = AbortSignal.any([stopping, attempt.signal]);
  try {
    if (attempt.number > MOST_ATTEMPTS) await giveUpLayer(source, signal);
    else await convertLayer(source, signal);
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
  for (const due of await findConversions(projectId, { store: blobStore(), signal })) {
    await convertDue({ ...due, ownerId, scope: { kind: "project", projectId, name, safeName } }, isWanted, signal);
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
      await removeLeftFolders();
      for (const { projectId, state } of await listMapsWithFile(MAP_FILE)) {
        if (settled.get(projectId) === state) continue;
        const due = await findConversions(projectId, { store: blobStore(), signal });
        if (due.length > 0) await queue.send(conversionJob, { projectId });
        else settled.set(projectId, state);
      }
    },
  };
}
