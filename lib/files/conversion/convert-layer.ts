import { quoteName } from "../../archives/refusals";
import { blobStore } from "../../blobs/open";
import { type Slice, SliceDamagedError } from "../../blobs/slice";
import { keepWhole, replaceLayers, withProblem } from "../../data-maps/formats/compose-map";
import { convertedPath } from "../../data-maps/formats/converted-file";
import { DataRefusedError, type FoundLayer } from "../../data-maps/formats/data-file";
import { layerName } from "../../data-maps/formats/layer-name";
import { isStopped } from "../../data-maps/formats/stopped-layers";
import { hasStyles } from "../../data-maps/formats/styles/apply-styles";
import { describeInParser } from "../../data-maps/publish/describe-job";
import type { DataMap } from "../../data-maps/schema";
import { AppError, errorCode, isDatabaseUnavailable, isDiskFull } from "../../errors";
import { logger } from "../../logging/logger";
import { releaseBlobs } from "../../storage/mutations";
import { PackWriter } from "../../storage/quota/pack-writer";
import { UNKNOWN_LENGTH } from "../../storage/quota/reservation";
import { insertFiles } from "../../trees/mutations";
import { type EntryPath, toEntryName } from "../../trees/schema";
import { deleteSubtree } from "../../trees/subtrees/subtree";
import { type EditableTree, ensureFolder, findLocked } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import { type ChangeSource, changeMap } from "./change-map";
import { type ConvertOptions, convertFiles, type Result } from "./convert-dataset";
import { convertToTiles } from "./convert-job";
import { type DueConversion, findProjects, revisionOf } from "./find-sources";

/** A file to put into the tree. Path: from the top of the map. */
interface PutFile {
  path: string;
  slice: Slice;
}

/** Deletes what a former conversion has put. @throws DataRefusedError where something else is */
async function makeRoom(tree: EditableTree, top: string, wantsFile: boolean): Promise<void> {
  const existing = await findLocked(tree, top.split("/"));
  if (!existing) return;
  if ((existing.kind === "file") !== wantsFile) {
    const kind = existing.kind === "file" ? "file" : "folder";
    throw new DataRefusedError(`The ${kind} ${quoteName(top)} is where the converted data belongs. Rename it, and upload the data again.`);
  }
  const { files, bytes, blobKeys } = await deleteSubtree(tree.tx, tree.treeId, existing.id);
  tree.files -= files;
  tree.bytes -= bytes;
  await releaseBlobs(tree.tx, blobKeys);
}

const inTheWay = (path: EntryPath) => new DataRefusedError(`${quoteName(path.join("/"))} is a file. Rename it, and upload the data again.`);

/** Puts converted files into the tree, in place of those of a former conversion. @throws DataRefusedError where something else is */
async function putConverted(tree: EditableTree, source: ChangeSource & { isLarge: boolean }, files: readonly PutFile[]): Promise<void> {
  const top = source.isLarge ? source.path : convertedPath(source.path);
  await makeRoom(tree, top, source.isLarge || files[0]?.path === top);
  for (const { path, slice } of files) {
    const names = path.split("/");
    const parentId = await ensureFolder(tree, names.slice(0, -1), inTheWay);
    await insertFiles(tree.tx, tree.treeId, [{ parentId, name: names.at(-1) ?? "", modifiedAt: new Date(), slice }]);
    tree.files += 1;
    tree.bytes += slice.size;
  }
  const bytes = files.reduce((sum, { slice }) => sum + slice.size, 0);
  await recordFileEvent(tree.tx, source.scope, null, { action: "file.converted", path: top.split("/"), details: { bytes } });
}

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

/** The files and layers that a source becomes. */
interface Conversion {
  files: PutFile[];
  layers: FoundLayer[];
}

/** Makes one file of tiles of a source. */
async function convertTiles({ path, files: [main] }: LayerSource, pack: PackWriter, options: ConvertOptions): Promise<Conversion> {
  if (!main) throw new Error(`${path} has no file.`);
  const slice = await convertToTiles(main.file, path, pack, options);
  await pack.finish();
  const file = { path: path.replace(/\.[^.]*$/, ".pmtiles"), slice };
  return { files: [file], layers: await describeInParser([{ ...file, size: slice.size }], options) };
}

async function convertWithGdal(source: LayerSource, pack: PackWriter, options: ConvertOptions): Promise<Conversion> {
  const results = await convertFiles(source, pack, options);
  await pack.finish();
  const names = nameResults(results, source.path);
  const files = results.map(({ slice }, index) => ({ path: `${convertedPath(source.path)}/${names[index]}`, slice }));
  const sidecar = [...source.files, ...(await findProjects(source.scope.projectId))].map(({ path, file }) => ({ ...file, path }));
  const origins = Object.fromEntries(files.map(({ path }, index) => [path, { file: source.path, table: results[index]?.name ?? "" }]));
  const found = await describeInParser(
    [...files.map((file) => ({ ...file, size: file.slice.size })), ...sidecar.filter(({ path }) => hasStyles(path))],
    { signal: options.signal },
    {},
    { origins },
  );
  const layers = found.map((layer) => {
    const { name = "", notes = [] } = results[files.findIndex((file) => file.path === layer.file)] ?? {};
    const all = [...notes, ...(layer.notes ?? [])];
    const shown = layer.style?.name ?? layerName(results.length > 1 ? name : source.path);
    return { ...layer, ...source.readAs, name: shown, ...(all.length > 0 && { notes: all }) };
  });
  return { files, layers };
}

/** Converts a source. The layers remember it, so that another content is converted again. */
async function convertSource(source: LayerSource, pack: PackWriter, options: ConvertOptions): Promise<Conversion> {
  const isTiles = source.isLarge || /\.mbtiles$/i.test(source.path);
  const { files, layers } = await (isTiles ? convertTiles : convertWithGdal)(source, pack, options);
  const { projection } = source.readAs;
  const convertedFrom = { file: source.path, revision: revisionOf(source.files), ...(projection && { projection }) };
  return { files, layers: source.isLarge ? layers : layers.map((layer) => ({ ...layer, convertedFrom })) };
}

/** Returns the map with the tiles of a file in place of the file itself. They are of the same source, and of the same kind. */
function replaceByTiles(map: DataMap, file: string, tiles: readonly FoundLayer[]): DataMap {
  const former = map.layers.find((layer) => layer.file === file);
  if (!former) return map;
  const { convertedFrom, kind, notes, attributes, statistics } = former;
  return replaceLayers(
    map,
    file,
    tiles.map((layer) => ({ ...layer, kind, attributes, statistics, convertedFrom, ...(notes && { notes }) })),
  );
}

async function convert(source: LayerSource, options: ConvertOptions): Promise<void> {
  const { signal } = options;
  const pack = new PackWriter(source.ownerId, UNKNOWN_LENGTH, signal);
  try {
    const { files, layers } = await convertSource(source, pack, options);
    const change = (map: DataMap) =>
      isStopped(map, source.path) ? null : (source.isLarge ? replaceByTiles : replaceLayers)(map, source.path, layers);
    const isPut = await changeMap(source, { change, edit: (tree) => putConverted(tree, source, files) }, { store: blobStore(), signal });
    if (!isPut) await pack.discard();
  } catch (error) {
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}

/** Converts the file of a layer of a map, or writes into map.json why it can't be. @throws errors that may pass */
export async function convertLayer(source: LayerSource, options: ConvertOptions): Promise<void> {
  try {
    await convert(source, options);
  } catch (error) {
    const problem = problemOf(error, source.path);
    if (problem === null) throw error;
    logger.warn({ err: error, project: source.scope.projectId, path: source.path }, "file not converted");
    await noteProblem(source, problem, options.signal);
  }
}

/** Writes into map.json that a file is not tried again. */
export async function giveUpLayer(source: LayerSource, signal: AbortSignal): Promise<void> {
  await noteProblem(source, `“${source.path}” could not be converted in several attempts. Export it again, and upload it.`, signal);
}

async function noteProblem(source: LayerSource, problem: string, signal: AbortSignal): Promise<void> {
  const { scope, path } = source;
  const event = { action: "file.not-converted", path: path.split("/"), details: { reason: problem } } as const;
  const change = (map: DataMap) => (source.isLarge ? keepWhole(map, path) : withProblem(map, path, problem));
  const edit = ({ tx }: EditableTree) => recordFileEvent(tx, scope, null, event);
  await changeMap(source, { change, edit }, { store: blobStore(), signal });
}
