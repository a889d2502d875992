import type { BlobStore } from "../../blobs/store";
import { type FileEntry, findEntries, type TreeRoot } from "../../trees/data";
import { DataRefusedError } from "../formats/data-file";
import { type DataMap, dataMapSchema } from "../schema";
import { MAP_FILE } from "../values";
import { openDataFile } from "./tree-file";

/** A larger index.html or map.json is an own one. */
const MOST_TEXT_BYTES = 1024 * 1024;

export interface Reading {
  store: BlobStore;
  signal: AbortSignal;
}

/** Returns the files at paths of a tree, without those that are missing. */
export async function findFiles(root: TreeRoot, names: readonly string[]): Promise<FileEntry[]> {
  const entries = await findEntries(names.map((name) => ({ root, path: name.split("/") })));
  return entries.filter((entry) => entry?.kind === "file");
}

/** Returns the text of a file, or null for one that is damaged or too large to be ours. */
export async function readText({ store, signal }: Reading, file: FileEntry): Promise<string | null> {
  if (file.size > MOST_TEXT_BYTES) return null;
  try {
    return Buffer.from(await openDataFile(store, file.name, file, signal).read(0, file.size)).toString("utf8");
  } catch (error) {
    // The verification of the archive reports the damage.
    if (error instanceof DataRefusedError) return null;
    throw error;
  }
}

/** Returns the map that a map.json describes, or null for a text that was broken by an edit. */
export function parseDataMap(text: string | null): DataMap | null {
  try {
    return text === null ? null : (dataMapSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns the map of a tree that is a data map, or null for another tree. */
export async function readDataMap(reading: Reading, root: TreeRoot): Promise<DataMap | null> {
  const [file] = await findFiles(root, [MAP_FILE]);
  return file ? parseDataMap(await readText(reading, file)) : null;
}
