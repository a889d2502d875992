import type { Feature } from "geojson";
import { decodeText } from "../lib/data-maps/formats/decode-text";
import { readFeatures, type TextFormat } from "../lib/data-maps/formats/read-features";
import type { MapLayer } from "../lib/data-maps/schema";

/** Chromium puts an element with the error into the document. */
function parseXml(text: string): Document {
  const parsed = new DOMParser().parseFromString(text, "text/xml");
  if (parsed.querySelector("parsererror")) throw new Error("The XML is damaged.");
  return parsed;
}

/** Returns the features of a file that MapLibre can't read as it is. The readers of all formats are loaded for the first one. */
export async function readTextFile(layer: MapLayer & { format: TextFormat }, bytes: Uint8Array<ArrayBuffer>): Promise<Feature[]> {
  const text = decodeText(layer.file, bytes, layer.encoding);
  return (await readFeatures({ ...layer, text, parseXml })).features;
}
