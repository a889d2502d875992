import type { BlobStore } from "../../blobs/store";
import { type FileEntry, findEntries, type TreeRoot } from "../../trees/data";
import { INDEX_NAMES } from "../../trees/schema";
import { findFilePaths } from "../../trees/subtrees/find-files";
import { latestViewer } from "../data";
import { composeMap } from "../formats/compose-map";
import { type DataFile, DataRefusedError } from "../formats/data-file";
import { describeFiles } from "../formats/describe-files";
import { type DataMap, dataMapSchema } from "../schema";
import { FORMAT_OF_ENDING, MAP_FILE, SHARED_BASEMAP, SHARED_BASEMAP_FILE } from "../values";
import { isViewerPage, renderPage } from "./page";
import { openDataFile } from "./tree-file";

const DATA_FILE = `\\.(${Object.keys(FORMAT_OF_ENDING).join("|")})$`;

/** Files that are examined. A map shows fewer. */
const MOST_CANDIDATES = 1_000;

/** A larger index.html or map.json is an own one. */
const MOST_TEXT_BYTES = 1024 * 1024;

export interface DataMapSource {
  treeId: number;
  /** Tree of the map that is replaced, or null. */
  former: TreeRoot | null;
  title: string;
  store: BlobStore;
  signal: AbortSignal;
}

/** The two files that make a tree a data map. */
export interface DataMapFiles {
  page: string;
  map: string;
}

type Reading = Pick<DataMapSource, "store" | "signal">;

async function findFiles(root: TreeRoot, names: readonly string[]): Promise<FileEntry[]> {
  const entries = await findEntries(names.map((name) => ({ root, path: name.split("/") })));
  return entries.filter((entry) => entry?.kind === "file");
}

/** Returns the text of a file, or null for one that is damaged or too large to be ours. */
async function readText({ store, signal }: Reading, file: FileEntry): Promise<string | null> {
  if (file.size > MOST_TEXT_BYTES) return null;
  try {
    return Buffer.from(await openDataFile(store, file.name, file, signal).read(0, file.size)).toString("utf8");
  } catch (error) {
    // The verification of the archive reports the damage.
    if (error instanceof DataRefusedError) return null;
    throw error;
  }
}

/** Returns the map of a tree that is a data map, or null for another tree and for a map.json that was broken by an edit. */
async function readDataMap(reading: Reading, root: TreeRoot): Promise<DataMap | null> {
  const [file] = await findFiles(root, [MAP_FILE]);
  const text = file ? await readText(reading, file) : null;
  try {
    return text === null ? null : (dataMapSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function hasOwnPage(reading: Reading, root: TreeRoot): Promise<boolean> {
  for (const page of await findFiles(root, INDEX_NAMES)) {
    const html = await readText(reading, page);
    if (html === null || !isViewerPage(html)) return true;
  }
  return false;
}

async function listDataFiles({ treeId, store, signal }: DataMapSource): Promise<DataFile[]> {
  const paths = (await findFilePaths(treeId, DATA_FILE, MOST_CANDIDATES)).filter((path) => path !== MAP_FILE);
  const entries = await findEntries(paths.map((path) => ({ root: { treeId }, path: path.split("/") })));
  return entries.flatMap((entry, index) => {
    return entry?.kind === "file" ? [openDataFile(store, paths[index] ?? "", entry, signal)] : [];
  });
}

async function hasSharedBasemap(): Promise<boolean> {
  return (await findFiles("assets", [SHARED_BASEMAP_FILE])).length > 0;
}

/**
 * Makes a map of the data files of a tree that has no page of its own. Keeps the settings of the former map.
 * @returns null for a tree with its own page, and for one without data @throws DataRefusedError for data that can't be shown
 */
export async function makeDataMap(source: DataMapSource): Promise<DataMapFiles | null> {
  const root = { treeId: source.treeId };
  if (await hasOwnPage(source, root)) return null;
  const layers = await describeFiles(await listDataFiles(source));
  if (layers.length === 0) return null;
  const viewer = await latestViewer();
  if (viewer === null) throw new Error("No release of the viewer is stored: start a worker.");
  const former = (await readDataMap(source, root)) ?? (source.former && (await readDataMap(source, source.former)));
  const basemap = (await hasSharedBasemap()) ? SHARED_BASEMAP : null;
  const map = composeMap({ title: source.title, layers, former, basemap });
  return { page: renderPage({ title: map.title, viewer }), map: `${JSON.stringify(map, null, 2)}\n` };
}
