import type { Slice } from "../../blobs/slice";
import { parseDataMap, type Reading, readText } from "../../data-maps/publish/read-data-map";
import type { DataMap } from "../../data-maps/schema";
import { MAP_FILE } from "../../data-maps/values";
import { isDatabaseUnavailable } from "../../errors";
import { PackWriter } from "../../storage/quota/pack-writer";
import { type FileEntry, findEntries, findEntriesBy } from "../../trees/data";
import type { FileScope } from "../data";
import { type EditableTree, editTree } from "../edit/editable-tree";
import { contentTag, replaceBytes } from "../text/content";

/** Edits that may come in between. Each attempt takes milliseconds. */
const MOST_ATTEMPTS = 5;

/** A file was edited after it was read. */
class MapChangedError extends Error {
  override readonly name = "MapChangedError";
}

export interface SourceFile {
  path: string;
  file: FileEntry;
}

/** Identifies the content of a file. Its bytes may move to another blob meanwhile. */
export function contentOf({ path, file }: SourceFile): string {
  return `${path} ${file.size} ${file.slice?.crc32 ?? "-"} ${file.modifiedAt.getTime()}`;
}

/** The files that a map is changed for. Nothing is changed when one of them is another one by then. */
export interface ChangeSource {
  scope: FileScope & { kind: "project" };
  ownerId: string | null;
  /** The file that names the others, such as the .shp of a Shapefile. */
  path: string;
  /** It and those that belong to it. */
  files: readonly SourceFile[];
}

export interface MapChange {
  /** @returns null to change nothing */
  change(map: DataMap): DataMap | null;
  /** Changes other files of the tree in the same transaction. */
  edit(tree: EditableTree): Promise<void>;
}

async function put(source: ChangeSource, mapFile: FileEntry, slice: Slice | null, change: MapChange): Promise<boolean> {
  return await editTree(source.scope, async (tree) => {
    const root = { treeId: tree.treeId };
    const questions = [MAP_FILE, ...source.files.map(({ path }) => path)].map((path) => ({ root, path: path.split("/") }));
    const [map, ...files] = await findEntriesBy(tree.tx, questions);
    if (map?.kind !== "file" || contentTag(map) !== contentTag(mapFile)) throw new MapChangedError();
    const isSame = source.files.every((before, index) => {
      const now = files[index];
      return now?.kind === "file" && contentOf({ path: before.path, file: now }) === contentOf(before);
    });
    if (!isSame) {
      tree.isUnchanged = true;
      return false;
    }
    await replaceBytes(tree, map, slice);
    await change.edit(tree);
    return true;
  });
}

async function attempt(source: ChangeSource, change: MapChange, reading: Reading): Promise<boolean> {
  const [file] = await findEntries([{ root: { projectId: source.scope.projectId }, path: [MAP_FILE] }]);
  const map = file?.kind === "file" ? parseDataMap(await readText(reading, file)) : null;
  const changed = map && change.change(map);
  if (file?.kind !== "file" || !changed) return false;
  const bytes = Buffer.from(`${JSON.stringify(changed, null, 2)}\n`);
  const pack = new PackWriter(source.ownerId, { least: bytes.length, most: bytes.length }, reading.signal);
  try {
    const slice = await pack.add([bytes]);
    await pack.finish();
    const isPut = await put(source, file, slice, change);
    if (!isPut) await pack.discard();
    return isPut;
  } catch (error) {
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}

/** Changes map.json of a project's map, again when an edit comes in between. @returns false when map or source are gone, or nothing is changed */
export async function changeMap(source: ChangeSource, change: MapChange, reading: Reading): Promise<boolean> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(source, change, reading);
    } catch (error) {
      if (!(error instanceof MapChangedError) || attempts === MOST_ATTEMPTS) throw error;
    }
  }
}
