import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "./data-file";
import { findJsonBreak } from "./json-break";
import { readJsonLines, repairJson } from "./json-repair";
import { LeftOut } from "./left-out";
import type { ParsedText } from "./parsed-text";
import { isDegrees } from "./projections";

const GEOMETRIES = ["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"];
const EPSG = /EPSG[:/](?:[\d.]*[:/])?(\d{4,6})$/i;
/** The form of standards, in which EPSG:4326 has latitude first. */
const URN_4326 = /^urn:.*EPSG:[\d.]*:4326$/i;

/** The text isn't GeoJSON. A file of the ending `.json` needn't be. */
export class NotGeoJsonError extends DataRefusedError {}

/** JSON of geodata that GDAL converts: Esri JSON or TopoJSON. */
export class OtherGeodataError extends NotGeoJsonError {}

type Content = Record<string, unknown>;

const isObject = (value: unknown): value is Content => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns what a member `crs` names: by `name`, by `code`, or by a link. */
function crsOf(content: Content): string {
  const { crs } = content;
  if (!(isObject(crs) && isObject(crs.properties))) return "";
  const { name, code, href } = crs.properties;
  const given = name ?? (crs.type === "EPSG" ? `EPSG:${String(code)}` : (href ?? code));
  return typeof given === "string" || typeof given === "number" ? String(given).replace(/\/$/, "") : "";
}

function projectionOf(content: Content): Pick<ParsedText, "projection" | "isLatitudeFirst"> {
  const name = crsOf(content);
  const number = EPSG.exec(name)?.[1];
  const projection = number && `EPSG:${number}`;
  return { projection: projection && !isDegrees(projection) ? projection : undefined, isLatitudeFirst: URN_4326.test(name) };
}

/** Returns the features of a collection, a feature or a geometry, or null for other JSON. */
function toFeatures(content: unknown): unknown[] | null {
  if (!isObject(content)) return null;
  const { type, features, geometry, coordinates, geometries } = content;
  if (type === "FeatureCollection" && Array.isArray(features)) return features;
  if (type === undefined && Array.isArray(features) && features.some((feature) => isObject(feature) && isObject(feature.geometry)))
    return features;
  if ((type === "Feature" || type === undefined) && isObject(geometry)) return [content];
  if (type === "Feature" && geometry === null) return [content];
  const isGeometry = typeof type === "string" && GEOMETRIES.includes(type) && (Array.isArray(coordinates) || Array.isArray(geometries));
  return isGeometry ? [{ type: "Feature", properties: {}, geometry: content }] : null;
}

/** @throws OtherGeodataError for JSON of other programs, DataRefusedError for buildings in CityJSON */
function checkKind(file: string, content: unknown): void {
  if (!isObject(content)) return;
  if (content.type === "CityJSON" || content.type === "CityJSONFeature") {
    throw new DataRefusedError(
      `${quoteName(file)} is CityJSON, whose buildings in three dimensions can't be shown. Export their outlines as GeoJSON, and upload it.`,
    );
  }
  const isEsri = typeof content.geometryType === "string" && content.geometryType.startsWith("esriGeometry");
  if (isEsri || (content.type === "Topology" && isObject(content.objects)))
    throw new OtherGeodataError(`${quoteName(file)} isn't GeoJSON.`);
}

interface Json {
  values: unknown[];
  /** Lines that aren't JSON, counted from the first value. */
  broken: readonly number[];
  isRepaired: boolean;
}

/** Reads JSON, several values of it, or JSON with NaN and trailing commas. @throws NotGeoJsonError */
function readJson(file: string, text: string): Json {
  try {
    return { values: [JSON.parse(text)], broken: [], isRepaired: false };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const lines = readJsonLines(text);
    if (lines) return { ...lines, isRepaired: true };
    const value = repairJson(text);
    if (value !== undefined) return { values: [value], broken: [], isRepaired: true };
    throw new NotGeoJsonError(
      `${quoteName(file)} isn't valid JSON: it breaks at ${findJsonBreak(text)}. Export it as GeoJSON, and upload it again.`,
    );
  }
}

/** Returns the features of GeoJSON, also of one object on each line. @throws NotGeoJsonError for other text */
export function parseGeoJson(file: string, text: string): ParsedText {
  const { values, broken, isRepaired } = readJson(file, text);
  const [first] = values;
  checkKind(file, first);
  const leftOut = new LeftOut("feature");
  const features: unknown[] = [];
  for (const value of values) {
    for (const feature of toFeatures(value) ?? [null]) features.push(feature);
  }
  if (!toFeatures(first)) {
    throw new NotGeoJsonError(
      `${quoteName(file)} is JSON, but not GeoJSON: it has no features. Export it as GeoJSON, and upload it again.`,
    );
  }
  leftOut.total = features.length + broken.length;
  for (const number of broken) leftOut.add(number, "text that isn't valid JSON");
  const numbers = broken.length > 0 ? numbersWithout(broken, features.length) : undefined;
  return { features, ...(numbers && { numbers }), leftOut, isRepaired, ...projectionOf(isObject(first) ? first : {}) };
}

/** Returns the numbers from 1 that aren't left out. */
function numbersWithout(broken: readonly number[], count: number): number[] {
  const missing = new Set(broken);
  const numbers: number[] = [];
  for (let number = 1; numbers.length < count; number += 1) if (!missing.has(number)) numbers.push(number);
  return numbers;
}
