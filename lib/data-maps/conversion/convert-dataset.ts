import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import { GdalError } from "../../gdal/engine";
import { describeVectors } from "../../gdal/vector-info";
import { DataRefusedError } from "../formats/data-file";
import { gdalFormatOf, PICTURE } from "../formats/gdal-formats";
import { GEODATABASE_FILE } from "../values";
import { convertKml } from "./convert-overlays";
import { convertRaster, hasRaster } from "./convert-rasters";
import { convertSheets } from "./convert-sheets";
import { type ConversionContext, type ConversionSource, type ConvertedFile, convertVectors } from "./convert-vectors";
import { needsGdal } from "./needs-gdal";
import { rewriteText } from "./text-input";

const SHEETS = ["XLSX", "ODS"];

async function hasVectors({ input, format }: ConversionSource, { engine, folder }: ConversionContext): Promise<boolean> {
  try {
    const layers = await describeVectors(engine, input, { folder, drivers: format.drivers });
    return layers.some(({ geometry }) => geometry !== "None");
  } catch (error) {
    if (error instanceof GdalError) return false;
    throw error;
  }
}

/** A GeoPackage has features, tiles of images, or both. */
async function convertBoth(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  const isRaster = await hasRaster(source, context);
  const vectors = !isRaster || (await hasVectors(source, context)) ? await convertVectors(source, context) : [];
  return isRaster ? [...vectors, ...(await convertRaster(source, context))] : vectors;
}

async function convert(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  const { content, drivers } = source.format;
  if (drivers.some((name) => SHEETS.includes(name))) return await convertSheets(source, context);
  if (drivers.includes("KML")) return await convertKml(source, context);
  const text = await rewriteText(source, context.folder);
  if (text || content === "vector") return await convertVectors(text ?? source, context);
  return await (content === "both" ? convertBoth : convertRaster)(source, context);
}

/** Returns the picture that a world file places. @throws DataRefusedError without one */
async function findPicture(
  { path: file, input }: Pick<ConversionSource, "path" | "input">,
  { folder }: ConversionContext,
): Promise<string> {
  const { dir, name } = path.posix.parse(input);
  const isPicture = (other: string) => other.startsWith(`${name}.`) && /\.(png|jpe?g)$/i.test(other);
  const picture = (await readdir(path.join(folder, dir))).find(isPicture);
  if (picture !== undefined) return path.posix.join(dir, picture);
  throw new DataRefusedError(`${quoteName(file)} says where a picture is, but the picture is missing. Upload both.`);
}

/**
 * Converts a file to what a map can show. Those that belong to it are next to it in the work folder.
 * @param source.input the file @throws DataRefusedError
 */
export async function convertDataset(source: Omit<ConversionSource, "format">, context: ConversionContext): Promise<ConvertedFile[]> {
  const name = path.posix.basename(source.path);
  const format = gdalFormatOf(name);
  if (!format) throw new DataRefusedError(`${quoteName(source.path)} isn't a format that can be converted.`);
  if (!format.drivers.some((driver) => context.engine.hasDriver(driver))) throw needsGdal(source.path);
  const placed = format === PICTURE ? await findPicture(source, context) : source.input;
  const file = { ...source, format, input: name === GEODATABASE_FILE ? path.posix.dirname(source.input) : placed };
  try {
    await mkdir(path.join(context.folder, path.dirname(source.output)), { recursive: true });
    return await convert(file, context);
  } catch (error) {
    if (!(error instanceof GdalError)) throw error;
    throw new DataRefusedError(`${quoteName(source.path)} can't be converted: ${error.message.slice(0, 500)}`);
  }
}
