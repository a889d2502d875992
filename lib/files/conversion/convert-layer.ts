import { blobStore } from "../../blobs/open";
import { SliceDamagedError } from "../../blobs/slice";
import { replaceLayers, withProblem } from "../../data-maps/formats/compose-map";
import { convertedPath } from "../../data-maps/formats/converted-file";
import { DataRefusedError, type FoundLayer } from "../../data-maps/formats/data-file";
import { layerName } from "../../data-maps/formats/layer-name";
import { describeInParser } from "../../data-maps/publish/describe-job";
import type { DataMap } from "../../data-maps/schema";
import { AppError, errorCode, isDatabaseUnavailable, isDiskFull } from "../../errors";
import { logger } from "../../logging/logger";
import { PackWriter } from "../../storage/quota/pack-writer";
import { UNKNOWN_LENGTH } from "../../storage/quota/reservation";
import { toEntryName } from "../../trees/schema";
import type { EditableTree } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import { type ChangeSource, changeMap } from "./change-map";
import { convertFiles, type Result } from "./convert-dataset";
import { convertFile } from "./convert-job";
import { type DueConversion, revisionOf } from "./find-sources";
import { type PutFile, putConverted } from "./put-converted";

/** Returns why a conversion can't succeed, or null for an error that may pass. */
function problemOf(error: unknown, path: string): string | null {
  if (error instanceof DataRefusedError || (error instanceof AppError && error.code === "too_large")) return error.message;
  if (isDiskFull(error)) return `The server has no space to convert “${path}”. Ask an administrator, and upload it again.`;
  if (error instanceof SliceDamagedError || errorCode(error).startsWith("Z_")) return `“${path}” is damaged. Make it again, and upload it.`;
  return null;
}

/** A file to convert in a project. */
export type LayerSource = ChangeSource & DueConversion;

/** Returns the names of the results in their folder: those of the layers, each once. */
function nameResults(results: readonly Result[], path: string): string[] {
  const taken = new Set<string>();
  const only = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  return results.map(({ name, ending }, index) => {
    const plain = toEntryName((results.length === 1 ? only : name).replace(/[/\\]/g, "_").slice(0, 100)) ?? `layer ${index + 1}`;
    const free = taken.has(plain.toLowerCase()) ? `${plain} ${index + 1}` : plain;
    taken.add(free.toLowerCase());
    return `${free}${ending}`;
  });
}

/** Converts the source. @returns the files and layers of the map */
async function convertSource(
  source: LayerSource,
  pack: PackWriter,
  signal: AbortSignal,
): Promise<{ files: PutFile[]; layers: FoundLayer[] }> {
  const { path } = source;
  const [main] = source.files;
  const top = convertedPath(path);
  const convertedFrom = { file: path, revision: revisionOf(source.files) };
  const isMbtiles = !top.endsWith(path);
  const results =
    isMbtiles && main
      ? [{ slice: await convertFile(main.file, path, pack, signal), name: "", notes: [], ending: ".pmtiles" }]
      : await convertFiles(source, pack, signal);
  await pack.finish();
  const names = nameResults(results, path);
  const files = results.map(({ slice }, index) => ({ path: isMbtiles ? top : `${top}/${names[index]}`, slice }));
  const found = await describeInParser(
    files.map((file) => ({ ...file, size: file.slice.size })),
    { signal },
  );
  const layers = found.map((layer) => {
    const { name, notes } = results[files.findIndex((file) => file.path === layer.file)] ?? { name: "", notes: [] };
    const single = isMbtiles ? layer.name : layerName(path);
    const title = results.length > 1 ? layerName(name) : single;
    return { ...layer, ...source.readAs, name: title, convertedFrom, ...(notes.length > 0 && { notes }) };
  });
  return { files, layers };
}

async function convert(source: LayerSource, signal: AbortSignal): Promise<void> {
  const pack = new PackWriter(source.ownerId, UNKNOWN_LENGTH, signal);
  try {
    const { files, layers } = await convertSource(source, pack, signal);
    const change = (map: DataMap) => replaceLayers(map, source.path, layers);
    const isPut = await changeMap(source, { change, edit: (tree) => putConverted(tree, source, files) }, { store: blobStore(), signal });
    if (!isPut) await pack.discard();
  } catch (error) {
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}

/** Converts the file of a layer of a map, or writes into map.json why it can't be. @throws errors that may pass */
export async function convertLayer(source: LayerSource, signal: AbortSignal): Promise<void> {
  try {
    await convert(source, signal);
  } catch (error) {
    const problem = problemOf(error, source.path);
    if (problem === null) throw error;
    logger.warn({ err: error, project: source.scope.projectId, path: source.path }, "file not converted");
    await noteProblem(source, problem, signal);
  }
}

/** Writes into map.json that a file is not tried again. */
export async function giveUpLayer(source: ChangeSource, signal: AbortSignal): Promise<void> {
  await noteProblem(source, `“${source.path}” could not be converted in several attempts. Export it again, and upload it.`, signal);
}

async function noteProblem(source: ChangeSource, problem: string, signal: AbortSignal): Promise<void> {
  const { scope, path } = source;
  const event = { action: "file.not-converted", path: path.split("/"), details: { reason: problem } } as const;
  const edit = ({ tx }: EditableTree) => recordFileEvent(tx, scope, null, event);
  await changeMap(source, { change: (map) => withProblem(map, path, problem), edit }, { store: blobStore(), signal });
}
