import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import { type GdalEngine, GdalError } from "../../gdal/engine";
import { describeVectors, type VectorLayer } from "../../gdal/vector-info";
import { DataRefusedError } from "../formats/data-file";
import type { GdalFormat } from "../formats/gdal-formats";
import type { ReadAs } from "../schema";

/** A file to convert, in a folder of its own. */
export interface ConversionSource {
  /** Path from the top of the map, for messages. */
  path: string;
  /** The file, or the folder of a geodatabase. Path from the work folder. */
  input: string;
  /** What the names of the results begin with. Path from the work folder. */
  output: string;
  format: GdalFormat;
  readAs: ReadAs;
  /** Files of the archive that it is in, by their paths there. */
  others?: ReadonlyMap<string, string>;
  /** What was left out before. */
  notes?: readonly string[];
}

export interface ConversionContext {
  engine: GdalEngine;
  folder: string;
  onPercent(percent: number): void;
}

/** A file that a conversion has written. Path from the work folder. */
export interface ConvertedFile {
  file: string;
  /** Layer in the source. */
  name: string;
  /** What was left out. Plain text. */
  notes: string[];
}

const SETTINGS = {
  /** Soundings become points with their depth, and each class of objects a layer. */
  OGR_S57_OPTIONS: "SPLIT_MULTIPOINT=ON,ADD_SOUNDG_DEPTH=ON,RETURN_PRIMITIVES=OFF,LNAM_REFS=OFF,UPDATES=APPLY",
  /** A Shapefile is read without its .shx. */
  SHAPE_RESTORE_SHX: "YES",
};

/** Drawings of AutoCAD 2007 and later are UTF-8, whatever code page they name. */
const VERSION_OF_DXF = /\$ACADVER\s+1\s+AC(\d{4})/;
const FIRST_UTF8_VERSION = 1021;
const DXF_START_BYTES = 64 * 1024;

async function settingsOf({ input, format }: ConversionSource, { folder }: ConversionContext): Promise<Record<string, string>> {
  if (!format.drivers.includes("DXF")) return SETTINGS;
  const stream = createReadStream(path.join(folder, input), { end: DXF_START_BYTES, encoding: "latin1" });
  let start = "";
  for await (const text of stream) start += String(text);
  const version = Number(VERSION_OF_DXF.exec(start)?.[1] ?? 0);
  return version >= FIRST_UTF8_VERSION ? { ...SETTINGS, DXF_ENCODING: "UTF-8" } : SETTINGS;
}

/** Geometries of terrain models, which become areas. */
const SURFACES = /TIN|Polyhedral/i;

/** Where a Shapefile has the type of its shapes. */
const SHAPE_TYPE_AT = 32;
const MULTIPATCH = 31;

/** Geometries that may have several parts. */
const PARTS = /String|Polygon|Curve|Surface/i;

/** Layers of a map are at most 50. */
const MOST_LAYERS = 50;

const isDegrees = ({ extent }: VectorLayer) => extent?.every((value, index) => Math.abs(value) <= (index % 2 === 0 ? 360 : 90)) ?? false;

const hasFeatures = ({ geometry, features }: VectorLayer) => geometry !== "None" && features > 0;

/** Only the admin knows the projection of a file. */
export class UnknownProjectionError extends DataRefusedError {
  constructor(file: string) {
    super(`${quoteName(file)} doesn't say which projection it has. Choose it in Map Settings.`);
  }
}

/** Returns the projection that the coordinates of a layer have when the file doesn't say so. @throws DataRefusedError when no one said */
function projectionOf({ path: file, format, readAs: { projection } }: ConversionSource, layer: VectorLayer): string | null {
  if (projection !== undefined) return projection;
  if (layer.projection !== null) return null;
  if (isDegrees(layer) && !format.isWithoutProjection) return "EPSG:4326";
  throw new UnknownProjectionError(file);
}

/** Returns whether a file is a Shapefile of surfaces, of which GDAL says no type. */
async function isMultipatch(file: string): Promise<boolean> {
  if (!/\.shp$/i.test(file)) return false;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, SHAPE_TYPE_AT);
    return bytesRead === 4 && buffer.readInt32LE() === MULTIPATCH;
  } finally {
    await handle.close();
  }
}

/** FlatGeobuf takes no single geometries in a layer of several parts, nor the other way round. */
async function typeArguments({ input }: ConversionSource, { geometry }: VectorLayer, folder: string): Promise<string[]> {
  if (SURFACES.test(geometry) || (await isMultipatch(path.join(folder, input)))) return ["-nlt", "MULTIPOLYGON"];
  const linear = ["-nlt", "CONVERT_TO_LINEAR"];
  return PARTS.test(geometry) ? [...linear, "-nlt", "PROMOTE_TO_MULTI"] : linear;
}

/** Returns the arguments of `ogr2ogr` that choose a layer of its input. It takes a name that begins with "-" for an option. */
export function layerArguments(output: string, input: string, layer: string): string[] {
  if (!layer.startsWith("-")) return [output, input, layer];
  const quoted = layer.replace(/["\\]/g, "\\$&");
  return ["-dialect", "OGRSQL", "-sql", `SELECT * FROM "${quoted}"`, output, input];
}

async function convertLayer(source: ConversionSource, layer: VectorLayer, output: string, context: ConversionContext): Promise<void> {
  const projection = projectionOf(source, layer);
  const args = [
    ...["-f", "FlatGeobuf", "-t_srs", "EPSG:4326", "-dim", "XY", "-wrapdateline", "-progress"],
    ...(projection === null ? [] : ["-s_srs", projection]),
    ...(await typeArguments(source, layer, context.folder)),
    // GDAL 3.6 writes no lists into FlatGeobuf.
    ...["-mapFieldType", "IntegerList=String,Integer64List=String,RealList=String,StringList=String"],
    "-skipfailures",
    ...layerArguments(output, source.input, layer.name),
  ];
  const drivers = [...source.format.drivers, "FlatGeobuf"];
  await context.engine.run("ogr2ogr", args, {
    folder: context.folder,
    drivers,
    settings: await settingsOf(source, context),
    onPercent: context.onPercent,
  });
}

/** Returns the layers of a file. @throws DataRefusedError for one that GDAL can't read */
export async function readLayers(
  source: ConversionSource,
  { engine, folder }: ConversionContext,
  settings?: Readonly<Record<string, string>>,
): Promise<VectorLayer[]> {
  try {
    return await describeVectors(engine, source.input, { folder, drivers: source.format.drivers, settings: settings ?? SETTINGS });
  } catch (error) {
    if (!(error instanceof GdalError)) throw error;
    throw new DataRefusedError(`${quoteName(source.path)} can't be read as ${source.format.label}. Export it again, and upload it.`);
  }
}

const noFeatures = (file: string) => new DataRefusedError(`${quoteName(file)} has no features to show. Export it again, or leave it out.`);

/** Converts the layers of a file to FlatGeobuf in longitude and latitude. @throws DataRefusedError */
export async function convertVectors(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  const found = (await readLayers(source, context)).filter(hasFeatures);
  const layers = found.slice(0, MOST_LAYERS);
  const converted: ConvertedFile[] = [];
  const notes = [...(source.notes ?? [])];
  for (const [index, layer] of layers.entries()) {
    const onPercent = (percent: number) => context.onPercent((100 * index + percent) / layers.length);
    const file = `${source.output}-${index}.fgb`;
    await convertLayer(source, layer, file, { ...context, onPercent });
    const written = await countFeatures(file, context);
    if (written > 0) converted.push({ file, name: layer.name, notes: leftOut(layer.features, written) });
    else notes.push(`No feature of the layer ${quoteName(layer.name)} has a place on the map.`);
  }
  if (converted.length === 0) throw noFeatures(source.path);
  const rest = found.length - layers.length;
  if (rest > 0) notes.push(`${rest} of ${found.length} layers of the file are left out. A map has at most ${MOST_LAYERS}.`);
  converted[0]?.notes.push(...notes);
  return converted;
}

/** Returns how many features a result has; 0 when GDAL has not written it. */
async function countFeatures(file: string, { engine, folder }: ConversionContext): Promise<number> {
  if (!(await stat(path.join(folder, file)).catch(() => null))) return 0;
  const [written] = await describeVectors(engine, file, { folder, drivers: ["FlatGeobuf"] });
  return written?.features ?? 0;
}

/** Says how many features of a layer have no place on the map. */
function leftOut(all: number, written: number): string[] {
  const [missing, total] = [all - written, all].map((count) => count.toLocaleString("en-US"));
  return written < all ? [`${missing} of ${total} features have no place on the map.`] : [];
}
