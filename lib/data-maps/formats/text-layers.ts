import { quoteName } from "../../archives/refusals";
import { TEXT_FILE_BYTES } from "../values";
import { type CheckedFeatures, checkFeatures } from "./check-features";
import { noCoordinates } from "./csv-rows";
import { findTable, isXyz } from "./csv-table";
import { type Answer, type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { decodeText, NotTextError } from "./decode-text";
import { findEncoding } from "./find-encoding";
import { NotGeoJsonError, OtherGeodataError } from "./geojson-text";
import { layerName } from "./layer-name";
import { measureFeatures } from "./measure-features";
import type { ParsedText } from "./parsed-text";
import { isDegrees, knownProjection, likelyProjections } from "./projections";
import { parseText, type TextFormat } from "./read-features";
import { OnlyPicturesError } from "./xml-features";
import { isGrid } from "./xyz-grid";

/** Enough to recognize a file that is too large to be read. Bytes. */
const START_BYTES = 64 * 1024;
const GEOJSON_START = /"type"\s*:\s*"(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))"/;
/** More take a browser seconds to draw as a whole, and it answers nothing meanwhile. */
const MOST_DRAWN_VERTICES = 200_000;
/** One feature of so many may have a wrong coordinate without a question. */
const OUTLIERS = 10;

/** Files of these endings needn't be data. */
const isAnything = (path: string) => /\.(json|ndjson|txt)$/i.test(path);
const isXml = (format: TextFormat) => format === "kml" || format === "gpx";

interface TextFile {
  file: DataFile;
  format: TextFormat;
  answer: Answer;
}

const converted = ({ path }: DataFile): FoundLayer => ({
  name: layerName(path),
  file: path,
  format: "gdal",
  kind: "mixed",
  bounds: null,
  minZoom: 0,
  attributes: [],
});

/** Returns a layer whose coordinates GDAL converts, or asks for their projection. */
function describeProjected(source: TextFile, parsed: ParsedText, projection: string | undefined): FoundLayer {
  const { path } = source.file;
  const { features, first } = checkFeatures(path, parsed, { isDegrees: false });
  const { kind, attributes } = measureFeatures(features);
  const notes = parsed.leftOut.notes();
  const likely = first && projection === undefined ? likelyProjections(...first) : [];
  return {
    ...converted(source.file),
    kind,
    attributes,
    ...(parsed.columns && { columns: parsed.columns }),
    ...(notes.length > 0 && { notes }),
    ...(projection === undefined ? { question: { kind: "projection", likely } } : { projection: knownProjection(projection) }),
  };
}

/** Returns the layer of a grid of values, or asks for its projection. */
function describeGrid(source: TextFile, parsed: ParsedText, projection: string | undefined): FoundLayer {
  const { outside } = checkFeatures(source.file.path, { ...parsed, leftOut: parsed.leftOut.clone() }, { isDegrees: true });
  const isUnknown = projection === undefined && outside > 0;
  const { question } = isUnknown ? describeProjected(source, parsed, undefined) : {};
  return { ...converted(source.file), kind: "raster", ...(projection && { projection }), ...(question && { question }) };
}

/** @throws DataRefusedError when no feature can be shown */
function checkSomeLeft(path: string, parsed: ParsedText, { read, firstOutside }: CheckedFeatures, format: TextFormat): void {
  const name = quoteName(path);
  if (isXml(format) && firstOutside) {
    const such = `such as ${firstOutside.join(", ")}`;
    throw new DataRefusedError(`The coordinates of ${name} aren't longitude and latitude, ${such}. Export it again, and upload it.`);
  }
  if (read > 0) return;
  if (parsed.columns && parsed.features.length === 0) throw noCoordinates(path, parsed);
  const first = parsed.leftOut.first(name);
  if (first) throw new DataRefusedError(`${first}. Repair or remove it, and upload the file again.`);
  const reason = parsed.features.length > 0 ? "none has a geometry" : "it is empty";
  throw new DataRefusedError(`${name} has no features to show: ${reason}. Export it again, or leave it out.`);
}

function describeDegrees({ file, format, answer }: TextFile, parsed: ParsedText, checked: CheckedFeatures): FoundLayer {
  const { read, outside, swappable, odd, first } = checked;
  const isOdd = swappable === read && (outside * OUTLIERS >= read || odd === read);
  const isAsked = isOdd && answer.isSwapped === undefined && !isXml(format) && first !== null;
  const notes = parsed.leftOut.notes();
  const { vertices, ...measures } = measureFeatures(checked.features);
  const isTiled = vertices > MOST_DRAWN_VERTICES && !isAsked;
  return {
    ...converted(file),
    ...measures,
    ...(!isTiled && !parsed.hasPictures && { format }),
    ...(parsed.columns && { columns: parsed.columns }),
    ...(answer.isSwapped && { isSwapped: true }),
    ...(format === "geojson" && !isTiled && checked.isRepaired && { isRepaired: true }),
    ...(notes.length > 0 && !isAsked && { notes }),
    ...(isAsked && { question: { kind: "swapped", at: first } }),
  };
}

function describeParsed(source: TextFile, parsed: ParsedText): FoundLayer[] {
  const { file, format, answer } = source;
  const { path } = file;
  if (parsed.question) return [{ ...converted(file), format, kind: "points", question: parsed.question }];
  const projection = answer.projection ?? parsed.projection;
  if (isXyz(path) && isGrid(parsed.features)) return [describeGrid(source, parsed, projection)];
  if (projection !== undefined && !isDegrees(projection)) return [describeProjected(source, parsed, projection)];
  const leftOut = parsed.leftOut.clone();
  const checked = checkFeatures(path, { ...parsed, leftOut }, { isDegrees: true, isSwapped: answer.isSwapped });
  if (path.toLowerCase().endsWith(".txt") && checked.read === 0) return [];
  const isMostlyOutside = checked.outside * 2 > checked.read;
  if (checked.read === 0 || (isXml(format) && isMostlyOutside)) checkSomeLeft(path, { ...parsed, leftOut }, checked, format);
  const isSwappable = checked.swappable === checked.read && answer.isSwapped === undefined;
  if (isMostlyOutside && !isSwappable) return [describeProjected(source, parsed, undefined)];
  return [describeDegrees(source, { ...parsed, leftOut }, checked)];
}

async function describeContent(source: TextFile): Promise<FoundLayer[]> {
  const { file, format, answer } = source;
  const bytes = await file.read(0, file.size);
  const encoding = await findEncoding(bytes);
  const text = decodeText(file.path, bytes, encoding);
  const parsed = await parseText({ format, file: file.path, text, columns: answer.columns });
  if (!parsed) return [];
  const layers = describeParsed(source, parsed);
  if (encoding === "utf-8") return layers;
  return layers.map((layer) => ({ ...layer, encoding, ...(layer.format === "geojson" && { isRepaired: true }) }));
}

async function readStart(file: DataFile): Promise<string> {
  const bytes = await file.read(0, START_BYTES);
  // A character may be cut at the end.
  const whole = bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1);
  return new TextDecoder(await findEncoding(whole)).decode(whole);
}

/** Returns the layers of a file whose start, or size, decides. @returns null for a file to read @throws DataRefusedError */
async function describeStart(file: DataFile, format: TextFormat, answer: Answer): Promise<FoundLayer[] | null> {
  const start = await readStart(file);
  const isLarge = file.size > TEXT_FILE_BYTES[format];
  const isOther = format === "csv" ? !(answer.columns || (await findTable(file.path, start))) : isLarge && !GEOJSON_START.test(start);
  if (isXyz(file.path) && (isOther || isLarge)) return [converted(file)];
  if (isOther && (format === "csv" || isAnything(file.path))) return [];
  return isLarge ? [converted(file)] : null;
}

/** Returns the layer of a file that is read as a whole; none for other content of endings that may have any. @throws DataRefusedError */
export async function describeText(file: DataFile, format: TextFormat, answer: Answer): Promise<FoundLayer[]> {
  const layers = await describeStart(file, format, answer);
  if (layers) return layers;
  try {
    return await describeContent({ file, format, answer });
  } catch (error) {
    if (error instanceof OtherGeodataError) return [converted(file)];
    if (error instanceof OnlyPicturesError) return [{ ...converted(file), kind: "raster" }];
    if ((error instanceof NotGeoJsonError || error instanceof NotTextError) && isAnything(file.path)) return [];
    throw error;
  }
}
