import { mkdir } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import { GdalError } from "../../gdal/engine";
import { describeVectors } from "../../gdal/vector-info";
import { DataRefusedError } from "../formats/data-file";
import { gdalFormatOf } from "../formats/gdal-formats";
import { GEODATABASE_FILE } from "../values";
import { convertRaster } from "./convert-rasters";
import { type ConversionContext, type ConversionSource, type ConvertedFile, convertVectors } from "./convert-vectors";
import { rewriteText } from "./text-input";

/** A GeoPackage has features, tiles of images, or both. */
async function hasVectors({ input, format }: ConversionSource, { engine, folder }: ConversionContext): Promise<boolean> {
  try {
    const layers = await describeVectors(engine, input, { folder, drivers: format.drivers });
    return layers.some(({ geometry }) => geometry !== "None");
  } catch (error) {
    if (error instanceof GdalError) return false;
    throw error;
  }
}

/**
 * Converts a file to what a map can show. Those that belong to it are next to it in the work folder.
 * @param source.input the file @throws DataRefusedError
 */
export async function convertDataset(source: Omit<ConversionSource, "format">, context: ConversionContext): Promise<ConvertedFile[]> {
  const name = path.posix.basename(source.path);
  const format = gdalFormatOf(name);
  if (!format) throw new DataRefusedError(`${quoteName(source.path)} isn't a format that can be converted.`);
  const file = { ...source, format, input: name === GEODATABASE_FILE ? path.posix.dirname(source.input) : source.input };
  try {
    await mkdir(path.join(context.folder, path.dirname(source.output)), { recursive: true });
    const input = (await rewriteText(file, context.folder)) ?? file;
    const isVector =
      input.input !== file.input || format.content === "vector" || (format.content === "both" && (await hasVectors(input, context)));
    return await (isVector ? convertVectors : convertRaster)(input, context);
  } catch (error) {
    if (!(error instanceof GdalError)) throw error;
    throw new DataRefusedError(`${quoteName(source.path)} can't be converted: ${error.message.slice(0, 500)}`);
  }
}
