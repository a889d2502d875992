import type { Document as XmlDocument } from "@xmldom/xmldom";
import type { FeatureCollection } from "geojson";
import { quoteName } from "../../archives/refusals";
import type { MapLayer } from "../schema";
import { parseCsv } from "./csv-rows";
import { DataRefusedError } from "./data-file";
import { parseGeoJson } from "./geojson-text";

/** Formats that are read as a whole. */
export type TextFormat = "geojson" | "kml" | "gpx" | "csv";

export interface FeatureText {
  format: TextFormat;
  /** Path of the file, for messages. */
  file: string;
  text: string;
  /** Columns of a CSV file that have the coordinates. */
  columns?: MapLayer["columns"];
  /** Parses XML without reports of errors. Default: xmldom, which is loaded for it. */
  parseXml?: (text: string) => Document;
}

async function parseXml({ file, text }: FeatureText): Promise<XmlDocument> {
  const { DOMParser } = await import("@xmldom/xmldom");
  const onError = (level: string, message: string) => {
    if (level !== "warning") throw new Error(message);
  };
  try {
    return new DOMParser({ onError }).parseFromString(text, "text/xml");
  } catch (error) {
    const place = /line:?\s*(\d+)|\[line:(\d+)/i.exec(String(error));
    const line = place?.[1] ?? place?.[2];
    throw new DataRefusedError(
      `${quoteName(file)} isn't valid XML${line ? `: it breaks at line ${line}` : ""}. Export it again, and upload it.`,
    );
  }
}

/** White space that no program writes. Patterns of togeojson take quadratic time for it. */
const LONG_SPACE = /(?<!\s)\s{100,}/g;
const DEEPEST_ELEMENT = 100;
const MOST_ELEMENTS = 500_000;

/** Checks the elements before togeojson searches below each of them. @throws DataRefusedError */
function checkElements(file: string, document: Document): void {
  let elements = 0;
  let depth = 0;
  for (let node: Node | null = document.documentElement; node; ) {
    if (node.nodeType === 1) elements += 1;
    if (depth > DEEPEST_ELEMENT || elements > MOST_ELEMENTS) {
      const problem =
        elements > MOST_ELEMENTS ? `has more than ${MOST_ELEMENTS} elements` : `nests elements more than ${DEEPEST_ELEMENT} deep`;
      throw new DataRefusedError(`${quoteName(file)} ${problem}. Export it again, or split it, and upload it.`);
    }
    if (node.firstChild) {
      depth += 1;
      node = node.firstChild;
      continue;
    }
    while (node && !node.nextSibling) {
      depth -= 1;
      node = node.parentNode;
    }
    node = node?.nextSibling ?? null;
  }
}

/** HTML of a KML description becomes its text, and lists of one value for each vertex are left out. */
function simplifyProperties(collection: FeatureCollection): void {
  for (const feature of collection.features) {
    for (const [name, value] of Object.entries(feature.properties ?? {})) {
      if (name === "coordinateProperties") delete feature.properties?.[name];
      else if (value?.["@type"] === "html" && feature.properties) feature.properties[name] = value.value;
    }
  }
}

async function readXml(source: FeatureText & { format: "kml" | "gpx" }): Promise<FeatureCollection> {
  const { file, format, text } = source;
  // Entities can expand to any size, and name files. No program writes them into KML or GPX.
  if (/<!DOCTYPE/i.test(text)) {
    throw new DataRefusedError(
      `${quoteName(file)} declares a document type (DOCTYPE), which isn't supported. Remove it, and upload the file again.`,
    );
  }
  const short = { ...source, text: text.replace(LONG_SPACE, "\n") };
  const document = source.parseXml ? source.parseXml(short.text) : await parseXml(short);
  checkElements(file, document as Document);
  const root = document.documentElement?.localName?.toLowerCase();
  if (root !== format) {
    const label = format.toUpperCase();
    throw new DataRefusedError(
      `${quoteName(file)} isn't ${label}: its first element is <${root}>. Export it as ${label}, and upload it again.`,
    );
  }
  const { gpx, kml } = await import("@tmcw/togeojson");
  try {
    const collection = format === "kml" ? kml(document, { skipNullGeometry: true }) : gpx(document);
    simplifyProperties(collection as FeatureCollection);
    return collection as FeatureCollection;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DataRefusedError(`The elements of ${quoteName(file)} are nested too deep. Export it again, and upload it.`);
  }
}

/** Converts a text file to GeoJSON. The positions are not checked: `measureFeatures` does. @throws DataRefusedError for a damaged file */
export async function readFeatures(source: FeatureText): Promise<FeatureCollection> {
  const { format } = source;
  if (format === "geojson") return parseGeoJson(source.file, source.text);
  if (format === "csv") return await parseCsv(source.file, source.text, source.columns);
  return await readXml({ ...source, format });
}
