import { quoteName } from "../archives/refusals";
import type { DataFile, FoundLayer } from "../data-maps/formats/data-file";
import { gdalFormatOf } from "../data-maps/formats/gdal-formats";
import { FORMAT_LABELS, KIND_LABELS } from "../data-maps/values";
import type { LocalFile } from "./send/byte-source";

/** Returns the file in the form that the readers of map data take. @param path from the top of the map */
export function toDataFile(path: string, file: LocalFile): DataFile {
  return {
    path,
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}

/** Returns the sentence above the list of layers. */
export function layersMessage(count: number): string {
  return `No index.html. Sea-Vision will make a map of ${count.toLocaleString("en-US")} ${count === 1 ? "layer" : "layers"}`;
}

/** Returns the sentence about files that a server without a GDAL of its own can't convert, or null without any. */
export function gdalMessage(layers: readonly FoundLayer[]): string | null {
  const [first, ...others] = new Set(layers.filter(({ needsGdal }) => needsGdal).map(({ file }) => file));
  if (first === undefined) return null;
  const files = others.length === 0 ? quoteName(first) : `${quoteName(first)} and ${others.length.toLocaleString("en-US")} more`;
  return `This server can't convert ${files} before an administrator installs the Debian package gdal-bin.`;
}

/** Returns what a layer is, such as "GeoJSON, points" or "Shapefile, areas, will be converted from EPSG:25832". */
export function layerSummary({ file, format, kind, projection }: Pick<FoundLayer, "file" | "format" | "kind" | "projection">): string {
  if (format !== "gdal") return `${FORMAT_LABELS[format]}, ${KIND_LABELS[kind]}`;
  const label = gdalFormatOf(file)?.label ?? FORMAT_LABELS[format];
  // Before the conversion, most of these files don't say what they contain.
  const known = kind === "mixed" ? label : `${label}, ${KIND_LABELS[kind]}`;
  return projection === undefined ? `${known}, will be converted` : `${known}, will be converted from ${projection}`;
}
