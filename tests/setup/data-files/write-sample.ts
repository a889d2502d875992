import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { LayerFormat } from "../../../lib/data-maps/values";
import { flatGeobuf } from "./flatgeobuf";
import { geoTiff } from "./geotiff";
import { writeHarbourMbtiles } from "./mbtiles";
import { rasterPmtiles, vectorPmtiles } from "./pmtiles";
import { harbourCsv, harbourGeoJson, harbourGpx, harbourKml } from "./text-files";

export type SampleFormat = Exclude<LayerFormat, "tiles" | "gdal"> | "depths-cog" | "raster-pmtiles" | "raster-mbtiles";

const contents: Readonly<Record<Exclude<SampleFormat, "mbtiles" | "raster-mbtiles">, () => string | Buffer | Promise<Buffer>>> = {
  pmtiles: () => vectorPmtiles(),
  "raster-pmtiles": rasterPmtiles,
  cog: () => geoTiff(),
  "depths-cog": () => geoTiff({ hasDepths: true }),
  flatgeobuf: () => flatGeobuf(),
  geojson: () => harbourGeoJson,
  kml: () => harbourKml,
  gpx: () => harbourGpx,
  csv: () => harbourCsv,
};

const names: Readonly<Record<SampleFormat, string>> = {
  pmtiles: "harbour_tiles.pmtiles",
  "raster-pmtiles": "harbour_image.pmtiles",
  cog: "harbour_photo.tif",
  "depths-cog": "harbour_depths.tif",
  flatgeobuf: "harbour_index.fgb",
  geojson: "harbour.geojson",
  kml: "harbour_marks.kml",
  gpx: "harbour_track.gpx",
  csv: "harbour_berths.csv",
  mbtiles: "harbour_charts.mbtiles",
  "raster-mbtiles": "harbour_scan.mbtiles",
};

/** Writes a file of the harbour in a format. The same format always gives the same data. @returns its path */
export async function writeSample(format: SampleFormat, folder: string): Promise<string> {
  const file = path.join(folder, names[format]);
  if (format === "mbtiles" || format === "raster-mbtiles") writeHarbourMbtiles(file, format === "mbtiles" ? "pbf" : "png");
  else await writeFile(file, await contents[format]());
  return file;
}
