import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { checkFeatures } from "../formats/check-features";
import { isXyz } from "../formats/csv-table";
import { decodeText } from "../formats/decode-text";
import { findEncoding } from "../formats/find-encoding";
import { OtherGeodataError } from "../formats/geojson-text";
import { parseText, type TextFormat } from "../formats/read-features";
import { isGrid } from "../formats/xyz-grid";
import { TEXT_FILE_BYTES } from "../values";
import { type ConversionSource, UnknownProjectionError } from "./convert-vectors";

const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  csv: "csv",
  tsv: "csv",
  txt: "csv",
  xyz: "csv",
  geojson: "geojson",
  geojsonl: "geojson",
  ndjson: "geojson",
  json: "geojson",
  kml: "kml",
  gpx: "gpx",
};

const textFormatOf = (file: string): TextFormat | undefined => TEXT_FORMATS[file.slice(file.lastIndexOf(".") + 1).toLowerCase()];

/**
 * Writes the features of a text file as GeoJSON, because GDAL knows fewer of the tables and lines that people have. It keeps the
 * coordinates of the file. @param format default: by its ending @returns the source to convert, or null for a file that GDAL reads itself @throws DataRefusedError
 */
export async function rewriteText(
  source: ConversionSource,
  folder: string,
  format = textFormatOf(source.path),
): Promise<ConversionSource | null> {
  const { path: file, input, readAs } = source;
  if (!format || (await stat(path.join(folder, input))).size > TEXT_FILE_BYTES[format]) return null;
  const bytes = await readFile(path.join(folder, input));
  const text = decodeText(file, bytes, readAs.encoding ?? (await findEncoding(bytes)));
  const parsed = await parseText({ format, file, text, columns: readAs.columns }).catch((error: unknown) => {
    if (error instanceof OtherGeodataError) return null;
    throw error;
  });
  if (!parsed || parsed.features.length === 0 || (isXyz(file) && isGrid(parsed.features))) return null;
  const projection = readAs.projection ?? parsed.projection;
  const { features, read, outside } = checkFeatures(file, parsed, { isDegrees: projection === undefined, isSwapped: readAs.isSwapped });
  // GDAL takes the coordinates of GeoJSON for degrees.
  if (projection === undefined && outside * 2 > read) throw new UnknownProjectionError(file);
  const geojson = `${source.output}-text.geojson`;
  await writeFile(path.join(folder, geojson), JSON.stringify({ type: "FeatureCollection", name: path.parse(file).name, features }));
  const geoJson = { ...source.format, drivers: ["GeoJSON"] };
  return { ...source, input: geojson, format: geoJson, readAs: { ...readAs, projection }, notes: parsed.leftOut.notes() };
}
