import type { MapLayer } from "../schema";
import { type CheckedFeatures, checkFeatures } from "./check-features";
import { parseCsv } from "./csv-rows";
import { parseGeoJson } from "./geojson-text";
import { LeftOut } from "./left-out";
import type { ParsedText } from "./parsed-text";
import { parseXmlFeatures } from "./xml-features";

/** Formats that are read as a whole. */
export type TextFormat = "geojson" | "kml" | "gpx" | "csv";

/** A text file with what its layer says of it. */
export interface FeatureText extends Pick<MapLayer, "file" | "columns" | "isSwapped"> {
  format: TextFormat;
  text: string;
  /** Parses XML without reports of errors. Default: xmldom, which is loaded for it. */
  parseXml?: (text: string) => Document;
}

/** Parses a text file. The features are not checked. @returns null for a table without coordinates @throws DataRefusedError for a damaged file */
export async function parseText({ format, file, text, columns, parseXml }: FeatureText): Promise<ParsedText | null> {
  if (format === "geojson") return parseGeoJson(file, text);
  if (format === "csv") return await parseCsv(file, text, columns);
  return await parseXmlFeatures({ format, file, text, parseXml });
}

/** Converts a text file to GeoJSON of the features that a map can show. @throws DataRefusedError for a damaged file */
export async function readFeatures(source: FeatureText): Promise<CheckedFeatures> {
  const parsed = (await parseText(source)) ?? { features: [], leftOut: new LeftOut("row") };
  return checkFeatures(source.file, parsed, { isDegrees: true, isSwapped: source.isSwapped });
}
