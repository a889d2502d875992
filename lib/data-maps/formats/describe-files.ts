import { quoteName } from "../../archives/refusals";
import { endingOf, formatOfName, GEODATABASE_FILE, MAX_CANDIDATES, MAX_LAYERS, needsInstalledGdal } from "../values";
import { type Answer, type Answers, type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { layerName } from "./layer-name";
import type { Origins } from "./styles/apply-styles";
import type { TileFolder } from "./tiles/tile-folders";

/**
 * Of more files with one ending, the rest is skipped after so many without data: they are something else, such as tiles in JSON, and each
 * look is a read of the store before the map is online.
 */
const MANY_OF_ENDING = 100;
const MOST_WITHOUT_DATA = 5;

const AUX_BYTES = 64 * 1024;
const PRJ = /\.prj$/i;
const STYLES = /\.(qg[sz]|qml|sld)$/i;

/** What is known besides the files. */
export interface DescribeContext {
  /** Folders of tiles. The files have some of their tiles, and what may describe them. */
  folders?: readonly TileFolder[];
  origins?: Origins;
}

const byPath = new Intl.Collator("en", { numeric: true });

/** Returns the file of the same name with such an ending, or nothing. */
function findSidecar(path: string, files: readonly DataFile[], ending: RegExp): DataFile | undefined {
  const stem = path.slice(0, path.lastIndexOf(".") + 1).toLowerCase();
  return files.find((other) => other.path !== path && other.path.toLowerCase().startsWith(stem) && ending.test(other.path));
}

/** Returns the size of a file and of those that are converted with it. */
function datasetBytes(path: string, files: readonly DataFile[]): number {
  const isFolder = path.slice(path.lastIndexOf("/") + 1) === GEODATABASE_FILE;
  const stem = path.slice(0, isFolder ? path.lastIndexOf("/") + 1 : path.lastIndexOf(".") + 1).toLowerCase();
  return files.filter((file) => file.path.toLowerCase().startsWith(stem)).reduce((sum, { size }) => sum + size, 0);
}

/** Marks a layer that the built-in GDAL can't convert. */
function markGdal(layer: FoundLayer, files: readonly DataFile[]): FoundLayer {
  const isNeeded = layer.format === "gdal" && needsInstalledGdal(layer.file, datasetBytes(layer.file, files));
  return isNeeded ? { ...layer, needsGdal: true } : layer;
}

/** Returns whether a file next to an image says its projection. That of Esri need not. */
async function hasProjection(path: string, files: readonly DataFile[]): Promise<boolean> {
  const aux = findSidecar(path, files, /\.aux\.xml$/i);
  const text = aux && new TextDecoder().decode(await aux.read(0, AUX_BYTES));
  return findSidecar(path, files, PRJ) !== undefined || (text?.includes("<SRS") ?? false);
}

/** A world file says where the image is, but not in which projection. */
async function describeTiff(file: DataFile, files: readonly DataFile[], answer: Answer): Promise<FoundLayer[]> {
  const world = findSidecar(file.path, files, /\.(tfwx?|tifw|wld)$/i);
  const { readWorldFile } = await import("./describe-dataset");
  const placed = { isPlaced: await hasProjection(file.path, files), corner: world && (await readWorldFile(world)) };
  return await (await import("./cog")).describeCog(file, placed, answer);
}

/** Readers are loaded for the formats of the files only. */
async function describeFile(file: DataFile, files: readonly DataFile[], answer: Answer): Promise<FoundLayer[]> {
  const format = formatOfName(file.path);
  switch (format) {
    case null:
      return [];
    case "pmtiles":
      return await (await import("./pmtiles")).describePmtiles(file);
    case "cog":
      return await describeTiff(file, files, answer);
    case "flatgeobuf":
      return await (await import("./flatgeobuf")).describeFlatGeobuf(file, answer);
    case "gdal":
      return await (await import("./describe-dataset")).describeDataset(file, await hasProjection(file.path, files), answer);
    case "mbtiles":
      return [{ name: layerName(file.path), file: file.path, format, kind: "mixed", bounds: null, minZoom: 0, attributes: [] }];
    default:
      return await (await import("./text-layers")).describeText(file, format, answer);
  }
}

async function describeFolders(
  folders: readonly TileFolder[],
  files: readonly DataFile[],
  others: readonly FoundLayer[],
  onFile?: (path: string) => void,
): Promise<FoundLayer[]> {
  const layers: FoundLayer[] = [];
  const places = others.flatMap(({ bounds }) => (bounds ? [bounds] : []));
  for (const folder of folders) {
    onFile?.(folder.file);
    layers.push(...(await (await import("./tiles/describe-tiles")).describeTiles(folder, files, places)));
  }
  return layers;
}

/**
 * Returns the layers of the files that a map can show, in the order of their paths, and at most 50.
 * @param onFile called before each file is read @throws DataRefusedError
 */
export async function describeFiles(
  files: readonly DataFile[],
  onFile?: (path: string) => void,
  answers: Answers = {},
  { folders = [], origins = {} }: DescribeContext = {},
): Promise<FoundLayer[]> {
  const sorted = [...files].sort((a, b) => byPath.compare(a.path, b.path) || (a.path < b.path ? -1 : 1));
  const paths = sorted.map(({ path }) => path);
  const withoutData = new Map<string, number>();
  const layers: FoundLayer[] = [];
  // One after another: each may need 50 MB of memory.
  for (const file of sorted.slice(0, MAX_CANDIDATES)) {
    const ending = endingOf(file.path);
    const fruitless = withoutData.get(ending) ?? 0;
    if (fruitless >= MOST_WITHOUT_DATA && paths.filter((path) => endingOf(path) === ending).length > MANY_OF_ENDING) continue;
    onFile?.(file.path);
    const found = await describeFile(file, sorted, answers[file.path] ?? {});
    if (found.length === 0) withoutData.set(ending, fruitless + 1);
    layers.push(...found.map((layer) => markGdal(layer, files)));
    if (layers.length >= MAX_LAYERS) break;
  }
  if (layers.length < MAX_LAYERS) layers.push(...(await describeFolders(folders, files, layers, onFile)));
  const [only, ...others] = files;
  if (layers.length === 0 && only && others.length === 0 && /\.(csv|tsv)$/i.test(only.path)) {
    throw new DataRefusedError(
      `${quoteName(only.path)} has no columns of coordinates, such as "lon" and "lat". Add them, and upload the file again.`,
    );
  }
  const shown = layers.slice(0, MAX_LAYERS);
  return paths.some((path) => STYLES.test(path))
    ? await (await import("./styles/apply-styles")).applyStyles(shown, sorted, origins)
    : shown;
}
