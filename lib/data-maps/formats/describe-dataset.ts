import { quoteName } from "../../archives/refusals";
import type { LayerKind } from "../schema";
import { GEODATABASE_FILE } from "../values";
import { degreesOf } from "./bounds";
import { type Answer, type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { gdalFormatOf, PICTURE } from "./gdal-formats";
import { layerName } from "./layer-name";
import { likelyProjections } from "./projections";

const SHAPEFILE_CODE = 9994;
const SHAPEFILE_HEADER_BYTES = 100;
/** Types of shapes without their heights and measures, which add 10 and 20. */
const SHAPES: Readonly<Record<number, LayerKind>> = { 1: "points", 3: "lines", 5: "areas", 8: "points" };
const MULTIPATCH = 31;
const GRID_HEADER_BYTES = 1024;

type Box = readonly [number, number, number, number];

/** What the start of a file says. `box`: in units of its projection. */
interface Start {
  kind: LayerKind;
  box: Box | null;
}

async function readShapefile(file: DataFile): Promise<Start> {
  const bytes = await file.read(0, SHAPEFILE_HEADER_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < SHAPEFILE_HEADER_BYTES || view.getInt32(0) !== SHAPEFILE_CODE) {
    throw new DataRefusedError(`${quoteName(file.path)} isn't a Shapefile, although its name says so. Export it again, and upload it.`);
  }
  const type = view.getInt32(32, true);
  const at = (index: number) => view.getFloat64(36 + 8 * index, true);
  return { kind: type === MULTIPATCH ? "areas" : (SHAPES[type % 10] ?? "mixed"), box: [at(0), at(1), at(2), at(3)] };
}

/** Reads the lower left corner that the header of an ASCII grid names. */
async function readGrid(file: DataFile): Promise<Start> {
  const text = new TextDecoder().decode(await file.read(0, GRID_HEADER_BYTES));
  const read = (name: RegExp) => Number(name.exec(text)?.[1] ?? Number.NaN);
  const [x, y] = [read(/^xll(?:corner|center)\s+(\S+)/im), read(/^yll(?:corner|center)\s+(\S+)/im)];
  return { kind: "raster", box: Number.isFinite(x) && Number.isFinite(y) ? [x, y, x, y] : null };
}

/** Reads the place of the first pixel from a world file, or null for another text. */
export async function readWorldFile(file: DataFile): Promise<Box | null> {
  const numbers = new TextDecoder()
    .decode(await file.read(0, GRID_HEADER_BYTES))
    .trim()
    .split(/\s+/)
    .map((text) => Number(text.replace(",", ".")));
  const [x, y] = numbers.slice(4);
  return numbers.length === 6 && x !== undefined && y !== undefined && numbers.every(Number.isFinite) ? [x, y, x, y] : null;
}

async function readStart(file: DataFile, ending: string): Promise<Start> {
  if (gdalFormatOf(file.path) === PICTURE) return { kind: "raster", box: await readWorldFile(file) };
  if (ending === "shp") return await readShapefile(file);
  if (ending === "asc") return await readGrid(file);
  return { kind: gdalFormatOf(file.path)?.content === "raster" ? "raster" : "mixed", box: null };
}

const ARCHIVE_END_BYTES = 256 * 1024;
/** Names of map data in the directory of an archive. */
const DATA_NAME = /\.(shp|gpkg|gdb\/|dxf|tab|mif|gml|kml|gpx|fgb|geojson|tiff?|asc|xyz|000)/i;

/** Returns true when the end of a ZIP archive, where its directory is, names map data. */
async function hasMapData(file: DataFile): Promise<boolean> {
  const start = Math.max(0, file.size - ARCHIVE_END_BYTES);
  return DATA_NAME.test(new TextDecoder("latin1").decode(await file.read(start, file.size - start)));
}

/**
 * Returns the layer of a file that GDAL converts. Asks for its projection where no file says it.
 * @param isPlaced whether another file says the projection @throws DataRefusedError
 */
export async function describeDataset(file: DataFile, isPlaced: boolean, { projection }: Answer): Promise<FoundLayer[]> {
  const { path } = file;
  if (path.toLowerCase().endsWith(".zip") && !(await hasMapData(file))) return [];
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const { kind, box } = await readStart(file, ending);
  const folder = path.endsWith(`/${GEODATABASE_FILE}`) ? path.slice(0, -GEODATABASE_FILE.length - 1) : path;
  const layer = { name: layerName(folder), file: path, format: "gdal", kind, minZoom: 0, attributes: [], projection } as const;
  const hasProjection = projection !== undefined || isPlaced;
  const bounds = hasProjection || !box ? null : degreesOf(box);
  const isUnknown = !hasProjection && bounds === null && (box !== null || gdalFormatOf(path)?.isWithoutProjection === true);
  const question = isUnknown ? { question: { kind: "projection", likely: box ? likelyProjections(box[0], box[1]) : [] } as const } : {};
  return [{ ...layer, attributes: [], bounds, ...question }];
}
