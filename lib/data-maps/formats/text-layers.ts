import { formatSize, quoteName } from "../../archives/refusals";
import type { MapLayer } from "../schema";
import { FORMAT_LABELS, TEXT_FILE_BYTES } from "../values";
import { commandFile } from "./command";
import { findCsvColumns } from "./csv-rows";
import { type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { NotGeoJsonError } from "./geojson-text";
import { layerName } from "./layer-name";
import { measureFeatures } from "./measure-features";
import { readFeatures, type TextFormat } from "./read-features";

type Columns = MapLayer["columns"];

/** Enough to recognize a file that is too large to be read. Bytes. */
const START_BYTES = 64 * 1024;
const GEOJSON_START = /"type"\s*:\s*"(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))"/;

const isPlainJson = (path: string) => path.toLowerCase().endsWith(".json");

const reproject = (path: string, options = "") =>
  `ogr2ogr${options} -s_srs EPSG:25832 -t_srs EPSG:4326 ${commandFile(path, "-4326.geojson")} ${commandFile(path)}`;

const isXml = (format: TextFormat) => format === "kml" || format === "gpx";

/** Says what to do with positions that aren't longitude and latitude. */
function conversionOf(format: TextFormat, path: string, columns: Columns): string {
  if (isXml(format)) return "Export it again, and upload it.";
  const advice = "Convert it, with the number of its projection for 25832";
  if (!columns) return `${advice}: ${reproject(path)}`;
  const [x, y] = [columns.longitude.trim(), columns.latitude.trim()];
  const options = ` -oo X_POSSIBLE_NAMES=${x} -oo Y_POSSIBLE_NAMES=${y}`;
  return `Rename the columns ${quoteName(x)} and ${quoteName(y)} if they are no coordinates. ${advice} otherwise: ${reproject(path, options)}`;
}

function tooLarge({ path, size }: DataFile, format: TextFormat): DataRefusedError {
  const [tiles, file, geojson] = [commandFile(path, ".pmtiles"), commandFile(path), commandFile(path, ".geojson")];
  const command = isXml(format)
    ? `ogr2ogr ${geojson} ${file} && tippecanoe -zg -o ${tiles} ${geojson}`
    : `tippecanoe -zg -o ${tiles} ${file}`;
  const limit = `A map can show ${FORMAT_LABELS[format]} of up to ${formatSize(TEXT_FILE_BYTES[format])}`;
  return new DataRefusedError(`${quoteName(path)} has ${formatSize(size)}. ${limit}. Make tiles of it: ${command}`);
}

/** Returns the text, or null for a file that needn't be one. */
function decode({ path }: DataFile, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (isPlainJson(path)) return null;
    throw new DataRefusedError(`${quoteName(path)} isn't text in UTF-8. Save it as UTF-8, and upload it again.`);
  }
}

async function describeContent(file: DataFile, format: TextFormat, columns: Columns): Promise<FoundLayer[]> {
  const { path } = file;
  const text = decode(file, await file.read(0, file.size));
  if (text === null) return [];
  const collection = await readFeatures({ format, file: path, text, columns });
  if (columns && collection.features.length === 0) {
    const names = `${quoteName(columns.longitude.trim())} and ${quoteName(columns.latitude.trim())}`;
    throw new DataRefusedError(
      `No row of ${quoteName(path)} has numbers in its columns ${names}. Repair or rename them, and upload it again.`,
    );
  }
  const measures = measureFeatures(collection, { file: path, conversion: conversionOf(format, path, columns) });
  return [{ name: layerName(path), file: path, format, minZoom: 0, ...measures, ...(columns && { columns }) }];
}

/** Returns the layer of a file that is read as a whole; none for `.json` and `.csv` with other content. @throws DataRefusedError */
export async function describeText(file: DataFile, format: TextFormat): Promise<FoundLayer[]> {
  const start = new TextDecoder().decode(await file.read(0, START_BYTES));
  const columns = format === "csv" ? await findCsvColumns(start) : undefined;
  if (columns === null) return [];
  if (file.size > TEXT_FILE_BYTES[format]) {
    if (isPlainJson(file.path) && !GEOJSON_START.test(start)) return [];
    throw tooLarge(file, format);
  }
  try {
    return await describeContent(file, format, columns);
  } catch (error) {
    if (error instanceof NotGeoJsonError && isPlainJson(file.path)) return [];
    throw error;
  }
}
