import { blobStore } from "../../blobs/open";
import { type Slice, SliceDamagedError } from "../../blobs/slice";
import { commandFile } from "../../data-maps/formats/command";
import { replaceLayer } from "../../data-maps/formats/compose-map";
import { convertedFile } from "../../data-maps/formats/converted-file";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import { describeInParser } from "../../data-maps/publish/describe-job";
import type { DataMap } from "../../data-maps/schema";
import { AppError, errorCode, isDatabaseUnavailable, isDiskFull } from "../../errors";
import { logger } from "../../logging/logger";
import { PackWriter } from "../../storage/quota/pack-writer";
import { UNKNOWN_LENGTH } from "../../storage/quota/reservation";
import { findEntriesBy } from "../../trees/data";
import { insertFiles } from "../../trees/mutations";
import type { EditableTree } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import { replaceBytes } from "../text/content";
import { type ChangeSource, changeMap } from "./change-map";
import { convertFile } from "./convert-job";

/** Returns why a conversion can't succeed, or null for an error that may pass. */
function problemOf(error: unknown, path: string): string | null {
  if (error instanceof DataRefusedError || (error instanceof AppError && error.code === "too_large")) return error.message;
  if (isDiskFull(error)) return `The server has no space to convert “${path}”. Ask an administrator, and upload it again.`;
  if (error instanceof SliceDamagedError || errorCode(error).startsWith("Z_")) return `“${path}” is damaged. Make it again, and upload it.`;
  return null;
}

function withProblem(map: DataMap, path: string, problem: string): DataMap {
  const files = [path, convertedFile(path)];
  const layers = map.layers.map((layer) => (files.includes(layer.file) ? { ...layer, problem: problem.slice(0, 1000) } : layer));
  return { ...map, layers };
}

/** Puts the converted file next to its source. @throws DataRefusedError where a folder is */
async function putConverted(tree: EditableTree, source: ChangeSource, slice: Slice): Promise<void> {
  const path = convertedFile(source.path).split("/");
  const root = { treeId: tree.treeId };
  const [from, existing] = await findEntriesBy(tree.tx, [
    { root, path: source.path.split("/") },
    { root, path },
  ]);
  const name = path.at(-1) ?? "";
  if (existing?.kind === "folder") throw new DataRefusedError(`“${name}” is a folder. Rename it, and upload the MBTiles file again.`);
  if (existing) {
    await replaceBytes(tree, existing, slice);
  } else {
    await insertFiles(tree.tx, tree.treeId, [{ parentId: from?.parentId ?? tree.rootId, name, modifiedAt: new Date(), slice }]);
    tree.files += 1;
    tree.bytes += slice.size;
  }
  await recordFileEvent(tree.tx, source.scope, null, { action: "file.converted", path, details: { bytes: slice.size } });
}

async function convert(source: ChangeSource, signal: AbortSignal): Promise<void> {
  const { path, file } = source;
  const store = blobStore();
  const pack = new PackWriter(source.ownerId, UNKNOWN_LENGTH, signal);
  try {
    const slice = await convertFile(file, path, pack, signal);
    await pack.finish();
    const found = await describeInParser([{ path: convertedFile(path), size: slice.size, slice }], { signal });
    const change = (map: DataMap) => replaceLayer(map, path, found);
    const isPut = await changeMap(source, { change, edit: (tree) => putConverted(tree, source, slice) }, { store, signal });
    if (!isPut) await pack.discard();
  } catch (error) {
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}

/** Converts an MBTiles layer of a map, or writes into map.json why it can't be. @throws errors that may pass */
export async function convertLayer(source: ChangeSource, signal: AbortSignal): Promise<void> {
  try {
    await convert(source, signal);
  } catch (error) {
    const problem = problemOf(error, source.path);
    if (problem === null) throw error;
    logger.warn({ err: error, project: source.scope.projectId, path: source.path }, "MBTiles not converted");
    await noteProblem(source, problem, signal);
  }
}

/** Writes into map.json that a file is not tried again. */
export async function giveUpLayer(source: ChangeSource, signal: AbortSignal): Promise<void> {
  const command = `pmtiles convert ${commandFile(source.path)} ${commandFile(source.path, ".pmtiles")}`;
  await noteProblem(
    source,
    `“${source.path}” could not be converted in several attempts. Convert it, and upload the result: ${command}`,
    signal,
  );
}

async function noteProblem(source: ChangeSource, problem: string, signal: AbortSignal): Promise<void> {
  const { scope, path } = source;
  const event = { action: "file.not-converted", path: path.split("/"), details: { reason: problem } } as const;
  const edit = ({ tx }: EditableTree) => recordFileEvent(tx, scope, null, event);
  await changeMap(source, { change: (map) => withProblem(map, path, problem), edit }, { store: blobStore(), signal });
}
