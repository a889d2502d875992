import type { Document as XmlDocument } from "@xmldom/xmldom";
import type { Feature } from "geojson";
import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "./data-file";
import { LeftOut } from "./left-out";
import type { ParsedText } from "./parsed-text";
import { prepareXml } from "./xml-text";

export interface XmlText {
  format: "kml" | "gpx";
  /** Path of the file, for messages. */
  file: string;
  text: string;
  /** Parses XML without reports of errors. Default: xmldom, which is loaded for it. */
  parseXml?: ((text: string) => Document) | undefined;
}

/** Parses XML. @throws DataRefusedError where it breaks */
export async function parseXml(file: string, text: string): Promise<XmlDocument> {
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

/** A KML file has nothing but pictures on the ground. */
export class OnlyPicturesError extends DataRefusedError {}

/** A picture on the ground of a KML file. */
export interface GroundOverlay {
  name: string;
  /** Path from the KML file, or a URL. */
  href: string;
  /** West, south, east and north. Null for a picture that is rotated, or of another shape. */
  box: readonly [number, number, number, number] | null;
}

const DEEPEST_ELEMENT = 100;
const MOST_ELEMENTS = 500_000;

/** Checks the number and the depth of the elements before they are searched. @throws DataRefusedError */
export function checkElements(file: string, document: Document): void {
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

/** HTML of a KML description becomes its text, and lists of one value for each vertex become the first and the last time. */
function simplifyProperties(feature: Feature): void {
  const properties: Record<string, unknown> = feature.properties ?? {};
  const lists = properties.coordinateProperties as { times?: unknown[] } | undefined;
  const times = lists?.times?.flat() ?? [];
  delete properties.coordinateProperties;
  if (times.length > 0) Object.assign(properties, { begin: times[0], end: times.at(-1) });
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "object" && value !== null && "@type" in value && "value" in value) properties[name] = value.value;
  }
  feature.properties = properties;
}

const kindOf = ({ properties }: Feature) => properties?.["@geometry-type"];

/** Says what a KML file without a geometry has. */
function nothingToShow(file: string, features: readonly Feature[]): DataRefusedError {
  const name = quoteName(file);
  const link = features.find((feature) => kindOf(feature) === "networklink");
  if (link) {
    const target = link.properties?.href ? quoteName(String(link.properties.href)) : "another file";
    return new DataRefusedError(`${name} contains only a link to ${target}, which is not loaded. Open the link, and upload that file.`);
  }
  if (features.some((feature) => kindOf(feature) === "groundoverlay")) {
    return new OnlyPicturesError(`${name} contains only a picture on the ground. Upload the folder with the picture, or a KMZ.`);
  }
  if (features.some(({ properties }) => properties?.address)) {
    return new DataRefusedError(
      `${name} has addresses, but no coordinates. Add coordinates, such as with Google Earth, and upload it again.`,
    );
  }
  return new DataRefusedError(`${name} has no features to show. Export it again, or leave it out.`);
}

function toParsed(file: string, found: Feature[]): ParsedText {
  const features = found.filter((feature) => kindOf(feature) === undefined);
  if (!features.some(({ geometry }) => geometry)) throw nothingToShow(file, found);
  for (const feature of features) simplifyProperties(feature);
  const leftOut = new LeftOut("feature");
  leftOut.total = features.length;
  return { features, leftOut, hasPictures: found.some((feature) => kindOf(feature) === "groundoverlay") };
}

/** Returns what togeojson finds in KML or GPX. @throws DataRefusedError for other text */
async function readXml({ file, format, text, parseXml: parse }: XmlText): Promise<Feature[]> {
  const prepared = prepareXml(file, text, format);
  const document = parse ? parse(prepared) : await parseXml(file, prepared);
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
    const { features } = format === "kml" ? kml(document as Document) : gpx(document as Document);
    return features as Feature[];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DataRefusedError(`The elements of ${quoteName(file)} are nested too deep. Export it again, and upload it.`);
  }
}

/** Returns the features of KML or GPX. @throws DataRefusedError for other text, and without a geometry */
export async function parseXmlFeatures(source: XmlText): Promise<ParsedText> {
  return toParsed(source.file, await readXml(source));
}

function toOverlay({ properties, bbox, geometry }: Feature): GroundOverlay {
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  const [corner] = geometry?.type === "Polygon" ? (geometry.coordinates[0] ?? []) : [];
  // The corners of a rotated picture aren't those of its box.
  const isUpright = bbox && Math.abs((corner?.[0] ?? 0) - west) < 1e-9 && Math.abs((corner?.[1] ?? 0) - north) < 1e-9;
  return { name: String(properties?.name ?? ""), href: String(properties?.icon ?? ""), box: isUpright ? [west, south, east, north] : null };
}

/** Returns the pictures on the ground of KML. @throws DataRefusedError for other text */
export async function readGroundOverlays(file: string, text: string): Promise<GroundOverlay[]> {
  const features = await readXml({ file, format: "kml", text });
  return features.filter((feature) => kindOf(feature) === "groundoverlay").map(toOverlay);
}
