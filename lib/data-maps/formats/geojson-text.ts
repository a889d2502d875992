import type { Feature, FeatureCollection, Geometry } from "geojson";
import { quoteName } from "../../archives/refusals";
import { commandFile } from "./command";
import { DataRefusedError } from "./data-file";
import { findJsonBreak } from "./json-break";

const GEOMETRIES = ["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"];
const DEGREES = /(CRS:?84|EPSG:(?:[\d.]*:)?(?:4326|4979|4258))$/i;

/** The text isn't GeoJSON. A file of the ending `.json` needn't be. */
export class NotGeoJsonError extends DataRefusedError {}

type Content = Record<string, unknown>;

const isObject = (value: unknown): value is Content => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the number of the projection that a member `crs` names, its name, or null for degrees. */
function foreignCrs(content: Content): string | null {
  const crs = content.crs;
  if (!(isObject(crs) && isObject(crs.properties))) return null;
  const given = crs.properties.name ?? crs.properties.code ?? "";
  if (typeof given !== "string" && typeof given !== "number") return null;
  const name = String(given);
  if (name === "" || DEGREES.test(name)) return null;
  return /EPSG:(?:[\d.]*:)?(\d+)$/i.exec(name)?.[1] ?? name;
}

/** Returns the content as a collection, or null for other JSON. */
function toCollection(content: unknown): FeatureCollection | null {
  if (!isObject(content)) return null;
  if (content.type === "FeatureCollection" && Array.isArray(content.features)) return content as unknown as FeatureCollection;
  if (content.type === "Feature" && isObject(content.geometry)) {
    return { type: "FeatureCollection", features: [content as unknown as Feature] };
  }
  const isGeometry =
    typeof content.type === "string" &&
    GEOMETRIES.includes(content.type) &&
    (Array.isArray(content.coordinates) || Array.isArray(content.geometries));
  if (!isGeometry) return null;
  return { type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry: content as unknown as Geometry }] };
}

/** Returns GeoJSON as a collection of features. @throws DataRefusedError for other text, and for another projection than degrees */
export function parseGeoJson(file: string, text: string): FeatureCollection {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new NotGeoJsonError(
      `${quoteName(file)} isn't valid JSON: it breaks at ${findJsonBreak(text)}. Export it as GeoJSON, and upload it again.`,
    );
  }
  const collection = toCollection(content);
  if (!collection) {
    throw new NotGeoJsonError(
      `${quoteName(file)} is JSON, but not GeoJSON: it has no features. Export it as GeoJSON, and upload it again.`,
    );
  }
  const crs = foreignCrs(content as Content);
  if (crs !== null) {
    const isNumber = /^\d+$/.test(crs);
    const projection = isNumber ? `EPSG:${crs}` : quoteName(crs);
    const command = `ogr2ogr -t_srs EPSG:4326 ${commandFile(file, "-4326")} ${commandFile(file)}`;
    throw new DataRefusedError(
      `${quoteName(file)} has the projection ${projection}. A map needs longitude and latitude. Convert it: ${command}`,
    );
  }
  return collection;
}
