import { INDEX_FILES } from "../../archives/wrapping-folder";
import type { BlobStore } from "../../blobs/store";
import { findEntries, type TreeRoot } from "../../trees/data";
import { findFilePaths } from "../../trees/subtrees/find-files";
import { findNumberedFiles } from "../../trees/subtrees/find-tiles";
import { latestViewer } from "../data";
import { composeMap } from "../formats/compose-map";
import { sourceOf } from "../formats/converted-file";
import type { Answers } from "../formats/data-file";
import { metadataPaths, samplePaths, TILE_ENDINGS, type TileFolder, TileNames } from "../formats/tiles/tile-folders";
import type { DataMap } from "../schema";
import {
  FORMAT_OF_ENDING,
  GEODATABASE_FILE,
  MAP_FILE,
  MAX_CANDIDATES,
  SHARED_BASEMAP,
  SHARED_BASEMAP_FILE,
  WORLD_BASEMAP,
} from "../values";
import { describeInParser, type FileOfTree } from "./describe-job";
import { isViewerPage, renderPage } from "./page";
import { findFiles, type Reading, readDataMap, readText } from "./read-data-map";

const DATA_FILE = `\\.(${Object.keys(FORMAT_OF_ENDING).join("|")}|prj|tfwx?|tifw|wld|aux\\.xml|qg[sz]|qml|sld)$|^${GEODATABASE_FILE}$`;

export interface DataMapSource {
  treeId: number;
  /** Tree of the map that is replaced, or null. */
  former: TreeRoot | null;
  title: string;
  /** What the admin said of files before the upload. */
  answers?: Answers | undefined;
  store: BlobStore;
  signal: AbortSignal;
  /** Time for reading the data files. Default: as long as a parser may take. */
  seconds?: number | undefined;
}

/** The two files that make a tree a data map. */
export interface DataMapFiles {
  page: string;
  map: string;
}

async function hasOwnPage(reading: Reading, root: TreeRoot): Promise<boolean> {
  for (const page of await findFiles(root, INDEX_FILES)) {
    const html = await readText(reading, page);
    if (html === null || !isViewerPage(html)) return true;
  }
  return false;
}

async function listTileFolders(treeId: number): Promise<TileFolder[]> {
  const names = new TileNames();
  for (const { path, ending, columns, rows, sample } of await findNumberedFiles(treeId, TILE_ENDINGS)) {
    const top = path.slice(0, path.lastIndexOf("/") + 1);
    names.addZoom(`${top}{z}/{x}/{y}.${ending}`, { zoom: Number(path.slice(top.length)), columns, rows, sample: `${path}/${sample}` });
  }
  return names.list();
}

async function listDataFiles(treeId: number, folders: readonly TileFolder[]): Promise<FileOfTree[]> {
  const ofTiles = folders.flatMap((folder) => [...samplePaths(folder), ...metadataPaths(folder)]);
  const found = [...(await findFilePaths(treeId, DATA_FILE, MAX_CANDIDATES)), ...ofTiles];
  const paths = [...new Set(found)].filter((path) => path !== MAP_FILE);
  const entries = await findEntries(paths.map((path) => ({ root: { treeId }, path: path.split("/") })));
  return entries.flatMap((entry, index) => {
    return entry?.kind === "file" ? [{ path: paths[index] ?? "", size: entry.size, slice: entry.slice }] : [];
  });
}

async function hasSharedBasemap(): Promise<boolean> {
  return (await findFiles("assets", [SHARED_BASEMAP_FILE])).length > 0;
}

/** Returns what was answered of the files of a map before. */
function answersOf(map: DataMap | null): Answers {
  return Object.fromEntries(
    (map?.layers ?? []).map((layer) => {
      const { projection, columns, isSwapped } = layer;
      return [sourceOf(layer) ?? layer.file, { projection, columns, isSwapped }];
    }),
  );
}

/**
 * Makes a map of the data files of a tree that has no page of its own. Keeps the settings of the former map.
 * @returns null for a tree with its own page, and for one without data @throws DataRefusedError for data that can't be shown
 */
export async function makeDataMap(source: DataMapSource): Promise<DataMapFiles | null> {
  const root = { treeId: source.treeId };
  if (await hasOwnPage(source, root)) return null;
  const former = (await readDataMap(source, root)) ?? (source.former && (await readDataMap(source, source.former)));
  const answers = { ...answersOf(former), ...source.answers };
  const folders = await listTileFolders(source.treeId);
  const layers = await describeInParser(await listDataFiles(source.treeId, folders), source, answers, { folders });
  if (layers.length === 0) return null;
  const viewer = await latestViewer();
  if (viewer === null) throw new Error("No release of the viewer is stored: start a worker.");
  const basemap = (await hasSharedBasemap()) ? SHARED_BASEMAP : WORLD_BASEMAP;
  const map = composeMap({ title: source.title, layers, former, basemap });
  return { page: renderPage({ title: map.title, viewer }), map: `${JSON.stringify(map, null, 2)}\n` };
}
