import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "../formats/data-file";
import { decodeText } from "../formats/decode-text";
import { findEncoding } from "../formats/find-encoding";
import { PICTURE } from "../formats/gdal-formats";
import { type GroundOverlay, OnlyPicturesError, readGroundOverlays } from "../formats/xml-features";
import { TEXT_FILE_BYTES } from "../values";
import { convertRaster } from "./convert-rasters";
import { type ConversionContext, type ConversionSource, type ConvertedFile, convertVectors } from "./convert-vectors";
import { rewriteText } from "./text-input";

/** Returns the picture of an overlay in the archive of the KML file. @throws DataRefusedError */
function findPicture({ path: file, others }: ConversionSource, { href, name }: GroundOverlay): string {
  const found = others?.get(path.posix.join(path.posix.dirname(file), href));
  if (found !== undefined) return found;
  const picture = `The picture ${quoteName(href || name)} of ${quoteName(file)}`;
  throw new DataRefusedError(`${picture} is missing. Upload the folder with its pictures, or save it with them as KMZ.`);
}

async function convertOverlay(
  source: ConversionSource,
  overlay: GroundOverlay,
  output: string,
  context: ConversionContext,
): Promise<ConvertedFile[]> {
  const input = findPicture(source, overlay);
  const { href, box } = overlay;
  if (!box) {
    const problem = "is rotated or not a rectangle, which can't be shown. Convert it to a GeoTIFF, and upload that.";
    throw new DataRefusedError(`The picture ${quoteName(href)} of ${quoteName(source.path)} ${problem}`);
  }
  const [west, south, east, north] = box.map(String) as [string, string, string, string];
  const placed = `${output}-placed.tif`;
  const args = ["-a_srs", "EPSG:4326", "-a_ullr", west, north, east, south, ...PICTURE.drivers.flatMap((name) => ["-if", name])];
  await context.engine.run("gdal_translate", [...args, input, placed], { folder: context.folder, drivers: PICTURE.drivers });
  const picture = { ...source, path: href, input: placed, output, format: { ...PICTURE, drivers: ["GTiff"] }, readAs: {} };
  const name = overlay.name || path.posix.parse(href).name;
  return (await convertRaster(picture, context)).map((file) => ({ ...file, name }));
}

/** Converts the pictures on the ground of a KML file, and says which can't be. */
async function convertOverlays(source: ConversionSource, context: ConversionContext) {
  const bytes = await readFile(path.join(context.folder, source.input));
  const text = decodeText(source.path, bytes, source.readAs.encoding ?? (await findEncoding(bytes)));
  const converted: ConvertedFile[] = [];
  const problems: DataRefusedError[] = [];
  for (const [index, overlay] of (await readGroundOverlays(source.path, text)).entries()) {
    try {
      converted.push(...(await convertOverlay(source, overlay, `${source.output}-picture-${index}`, context)));
    } catch (error) {
      if (!(error instanceof DataRefusedError)) throw error;
      problems.push(error);
    }
  }
  return { converted, problems };
}

async function convertFeatures(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  try {
    return await convertVectors((await rewriteText(source, context.folder)) ?? source, context);
  } catch (error) {
    if (error instanceof OnlyPicturesError) return [];
    throw error;
  }
}

/** Converts the features and the pictures of a KML file. @throws DataRefusedError when none can be shown */
export async function convertKml(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  const features = await convertFeatures(source, context);
  const isRead = (await stat(path.join(context.folder, source.input))).size <= TEXT_FILE_BYTES.kml;
  if (!isRead) return features;
  const { converted, problems } = await convertOverlays(source, context);
  const all = [...features, ...converted];
  if (all.length === 0 && problems[0]) throw problems[0];
  all[0]?.notes.push(...problems.map(({ message }) => message));
  return all;
}
