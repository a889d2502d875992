import { createHash } from "node:crypto";
import { posix } from "node:path";
import { sourceOf } from "../../data-maps/formats/converted-file";
import { type Reading, readDataMap, readText } from "../../data-maps/publish/read-data-map";
import type { MapLayer, ReadAs } from "../../data-maps/schema";
import { GEODATABASE_FILE, WHOLE_FLATGEOBUF_BYTES } from "../../data-maps/values";
import { findEntries, findTreeState, type TreeRoot } from "../../trees/data";
import { findFilePaths } from "../../trees/subtrees/find-files";
import { type ChangeSource, contentOf, type SourceFile } from "./change-map";

/** Files of a geodatabase or a Shapefile are fewer. */
const MOST_FILES = 2_000;

/** A file to convert, and what the map says of it. */
export interface DueConversion extends Pick<ChangeSource, "path" | "files"> {
  /** The file is what another one was converted to. It becomes tiles. */
  isLarge: boolean;
  readAs: ReadAs;
}

const LINK = /<href>([^<]{1,1000})<\/href>/g;

const escapePattern = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Returns the pattern of the names of the files that belong to a file: those that differ in the ending, or all of a geodatabase. */
function patternOf(path: string): string {
  const name = nameOf(path);
  return name === GEODATABASE_FILE ? "." : `^${escapePattern(name.slice(0, name.lastIndexOf(".")))}\\.`;
}

async function findFiles(root: TreeRoot, paths: readonly string[]): Promise<SourceFile[]> {
  const entries = await findEntries(paths.map((path) => ({ root, path: path.split("/") })));
  return paths.flatMap((path, index) => {
    const file = entries[index];
    return file?.kind === "file" ? [{ path, file }] : [];
  });
}

/** Returns the paths that a KML file names, such as those of its pictures. */
async function linkedPaths({ path, file }: SourceFile, reading: Reading): Promise<string[]> {
  const text = (await readText(reading, file)) ?? "";
  const links = [...text.matchAll(LINK)].map(([, link = ""]) => posix.join(folderOf(path), link.trim()));
  return [...new Set(links)].slice(0, MOST_FILES);
}

/** Returns a file and those that belong to it, the file first, or none if it is gone. */
async function findDataset(root: TreeRoot, path: string, reading: Reading): Promise<SourceFile[]> {
  const [main] = await findFiles(root, [path]);
  const state = await findTreeState(root);
  if (!main || !state) return [];
  if (/\.mbtiles$/i.test(path)) return [main];
  const paths = await findFilePaths(state.treeId, patternOf(path), MOST_FILES);
  const others = paths.filter((other) => other !== path && folderOf(other) === folderOf(path));
  if (/\.kml$/i.test(path)) others.push(...(await linkedPaths(main, reading)));
  return [main, ...(await findFiles(root, others))];
}

const MOST_PROJECTS = 10;

/** Returns the QGIS projects of a map, which have styles of its layers. */
export async function findProjects(projectId: string): Promise<SourceFile[]> {
  const root = { projectId };
  const state = await findTreeState(root);
  return state ? await findFiles(root, await findFilePaths(state.treeId, "\\.qg[sz]$", MOST_PROJECTS)) : [];
}

/** Identifies the content of files. */
export function revisionOf(files: readonly SourceFile[]): string {
  return createHash("sha256").update(files.map(contentOf).sort().join("\n")).digest("base64url").slice(0, 22);
}

/** Returns the sources that layers of a map name, each with its layers. */
function sourcesOf(layers: readonly MapLayer[]): Map<string, MapLayer[]> {
  const sources = new Map<string, MapLayer[]>();
  for (const layer of layers) {
    const path = sourceOf(layer);
    if (path !== null) sources.set(path, [...(sources.get(path) ?? []), layer]);
  }
  return sources;
}

/** Returns whether an admin has chosen another projection since the layer was converted. */
const isReprojected = ({ projection, convertedFrom }: MapLayer) =>
  convertedFrom !== undefined && projection !== undefined && projection !== convertedFrom.projection;

/** Returns how the file of layers is read. All of them say the same, if they do, until one gets a new answer. */
function readAsOf(layers: readonly MapLayer[]): ReadAs {
  const { projection, columns, encoding, isSwapped } =
    layers.find(isReprojected) ?? layers.find((layer) => layer.projection ?? layer.columns ?? layer.encoding ?? layer.isSwapped) ?? {};
  return { projection, columns, encoding, isSwapped };
}

/** Returns true when the layers of a source are converted from its content, and all there. */
async function isConverted(root: TreeRoot, path: string, layers: readonly MapLayer[], files: readonly SourceFile[]): Promise<boolean> {
  const results = new Set(layers.map(({ file }) => file));
  // A source that was converted before, and still is the layer itself, is converted again.
  if (results.has(path) || layers.some(isReprojected)) return false;
  const found = await findFiles(root, [...results]);
  if (found.length < results.size) return false;
  return layers.every(({ convertedFrom }) => convertedFrom?.revision === revisionOf(files));
}

/** Returns the files with so many features that the viewer reads only some, and whose source isn't due. */
async function findLarge(root: TreeRoot, layers: readonly MapLayer[], due: readonly DueConversion[]): Promise<DueConversion[]> {
  const results = layers.filter(({ format, convertedFrom, problem }) => {
    const isDue = due.some(({ path }) => path === convertedFrom?.file);
    return format === "flatgeobuf" && convertedFrom && !convertedFrom.isWhole && !isDue && problem === undefined;
  });
  const found = await findFiles(
    root,
    results.map(({ file }) => file),
  );
  const large = found.filter(({ file }) => file.size > WHOLE_FLATGEOBUF_BYTES);
  return large.map((file) => ({ path: file.path, files: [file], readAs: {}, isLarge: true }));
}

/** Returns the files of a project's map that its map.json shows, and that must be converted. */
export async function findConversions(projectId: string, reading: Reading): Promise<DueConversion[]> {
  const root = { projectId };
  const map = await readDataMap(reading, root);
  const due: DueConversion[] = [];
  for (const [path, layers] of sourcesOf((map?.layers ?? []).filter(({ problem }) => problem === undefined))) {
    const files = await findDataset(root, path, reading);
    if (files.length === 0 || (await isConverted(root, path, layers, files))) continue;
    due.push({ path, files, readAs: readAsOf(layers), isLarge: false });
  }
  return [...due, ...(await findLarge(root, map?.layers ?? [], due))];
}
