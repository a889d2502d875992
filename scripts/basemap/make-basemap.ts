/**
 * Makes viewer/world.pmtiles, the built-in basemap (decision record 77): npx tsx scripts/basemap/make-basemap.ts <work folder>.
 * Downloads its sources from npm and Debian 12. Needs GDAL 3 and 6 GB of memory: NODE_OPTIONS=--max-old-space-size=6000.
 */

import { execFileSync } from "node:child_process";
import { createWriteStream, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import type { FeatureCollection, MultiPolygon, Polygon, Position } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { type TileStore, writePmtiles } from "../../lib/data-maps/conversion/pmtiles-writer";
import { readPlaces } from "./places";
import { areaOf } from "./rings";
import { listSeas } from "./seas";
import { fetchSources, type Sources } from "./sources";
import { MAX_ZOOM, makeTiles, type Shape } from "./tiles";
import { readWater } from "./water";

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Natural Earth abbreviates long names. */
const NAMES: Readonly<Record<string, string>> = {
  "Bosnia and Herz.": "Bosnia and Herzegovina",
  "Central African Rep.": "Central African Republic",
  "Dem. Rep. Congo": "DR Congo",
  "Dominican Rep.": "Dominican Republic",
  "Eq. Guinea": "Equatorial Guinea",
  "Fr. Polynesia": "French Polynesia",
  "Fr. S. Antarctic Lands": "French Southern Lands",
  "Falkland Is.": "Falkland Islands",
  Macedonia: "North Macedonia",
  "Marshall Is.": "Marshall Islands",
  "N. Cyprus": "Northern Cyprus",
  "S. Sudan": "South Sudan",
  "Solomon Is.": "Solomon Islands",
  "St. Kitts and Nevis": "Saint Kitts and Nevis",
  "St. Vin. and Gren.": "Saint Vincent and the Grenadines",
  "United States of America": "United States",
  "W. Sahara": "Western Sahara",
  eSwatini: "Eswatini",
};

/** Square degrees on the map that a country has at zoom 2, to be named there. */
const AREA_AT_ZOOM_2 = 250;
const LAST_ZOOM = 6;

function largestOf(geometry: Polygon | MultiPolygon): Position[][] {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.reduce((a, b) => (areaOf(a[0] ?? []) >= areaOf(b[0] ?? []) ? a : b));
}

/** Returns the borders between countries, and a point for the name of each, from Natural Earth. */
async function readCountries({ resolve }: Sources): Promise<{ borders: Shape[]; names: Shape[] }> {
  const { default: polylabel } = (await import(pathToFileURL(resolve("polylabel")).href)) as {
    default: (polygon: Position[][], precision: number) => [number, number];
  };
  const file = createRequire(import.meta.url).resolve("world-atlas/countries-10m.json");
  const world = JSON.parse(readFileSync(file, "utf8")) as World;
  const { countries } = world.objects;
  const borders = mesh(world, countries, (a, b) => a !== b).coordinates.map((coordinates) => ({
    type: "LineString" as const,
    coordinates,
    minZoom: 0,
  }));
  const names = feature(world, countries).features.flatMap(({ geometry, properties: { name } }): Shape[] => {
    if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") return [];
    const polygon = largestOf(geometry);
    const zoom = Math.round(2 + Math.log2(AREA_AT_ZOOM_2 / areaOf(polygon[0] ?? [])) / 2);
    const rank = Math.min(LAST_ZOOM, Math.max(1, zoom));
    return [{ type: "Point", coordinates: polylabel(polygon, 0.1), minZoom: rank, tags: { name: NAMES[name] ?? name, rank } }];
  });
  return { borders, names };
}

/** Metres. */
const DEPTHS = [50, 200, 1000, 3000, 5000] as const;

/** Smaller areas are noise of the grid. Square degrees. */
const LEAST_AREA = 2;

/** Columns of the grid, whose first one is 0°. A column is five arc minutes. */
const [COLUMNS, ROWS, DEGREES] = [4320, 2161, 1 / 12];
/** Columns that the map has of the other side of 180°, so that no seam is seen there. */
const OVERLAP = 24;

/** Turns the grid from 0…360° to -180…180°, and makes it smooth and fine, so that the outlines are round. */
function smoothGrid({ folder, heights }: Sources): string {
  const gdal = (command: string, args: readonly string[]) => execFileSync(command, ["-q", ...args], { cwd: folder, stdio: "inherit" });
  const copy = (name: string, first: number, columns: number, west: number) => {
    const corners = [west, 90 + DEGREES / 2, west + columns * DEGREES, -90 - DEGREES / 2].map(String);
    const window = [first, 0, columns, ROWS].map(String);
    const input = `NETCDF:"${path.resolve(heights)}":ROSE`;
    gdal("gdal_translate", ["-srcwin", ...window, "-a_ullr", ...corners, "-a_srs", "EPSG:4326", input, name]);
    return name;
  };
  const half = COLUMNS / 2;
  const east = copy("east.tif", 0, half + OVERLAP, -DEGREES / 2);
  const west = copy("west.tif", half - OVERLAP, half + OVERLAP, -180 - (OVERLAP + 0.5) * DEGREES);
  const extent = ["-te", "-181", "-85.1", "181", "89.9"];
  gdal("gdalwarp", ["-overwrite", ...extent, "-tr", "0.4", "0.4", "-r", "average", west, east, "coarse.tif"]);
  gdal("gdalwarp", ["-overwrite", ...extent, "-tr", "0.05", "0.05", "-r", "cubicspline", "coarse.tif", "smooth.tif"]);
  return "smooth.tif";
}

/** Returns the areas that are deeper than each of the depths, from ETOPO5. They overlap: the deeper is drawn above the shallower. */
function readDepths(sources: Sources): Shape[] {
  const grid = smoothGrid(sources);
  return DEPTHS.flatMap((depth) => {
    const output = `deeper-${depth}.geojson`;
    rmSync(path.join(sources.folder, output), { force: true });
    const options = ["-q", "-p", "-amax", "max", "-fl", String(-depth), "-f", "GeoJSON", grid, output];
    execFileSync("gdal_contour", options, { cwd: sources.folder, stdio: "inherit" });
    const text = readFileSync(path.join(sources.folder, output), "utf8");
    const { features } = JSON.parse(text) as FeatureCollection<MultiPolygon, { max: number }>;
    const deeper = features.find(({ properties }) => properties.max <= -depth)?.geometry.coordinates ?? [];
    return deeper.flatMap((rings) => {
      const kept = rings.filter((ring) => areaOf(ring) > LEAST_AREA);
      const shape = { type: "Polygon" as const, coordinates: kept, minZoom: 0, tags: { depth } };
      return kept[0] === rings[0] ? [shape] : [];
    });
  });
}

const OUTPUT = "viewer/world.pmtiles";
const ATTRIBUTION = "© OpenStreetMap contributors, Natural Earth, GeoNames, ETOPO5 (NOAA)";
/** Values of the specification (PMTiles version 3, section 3). */
const [GZIP, VECTOR] = [2, 1];

class Chunks implements TileStore {
  private readonly chunks: Buffer[] = [];

  append(bytes: Uint8Array): Promise<void> {
    this.chunks.push(Buffer.from(bytes));
    return Promise.resolve();
  }

  read(): AsyncIterable<Buffer> {
    return Readable.from(this.chunks);
  }
}

function describe(layers: Readonly<Record<string, readonly Shape[]>>): { id: string; fields: Record<string, string> }[] {
  return Object.entries(layers).map(([id, shapes]) => {
    const tags = Object.entries(Object.assign({}, ...shapes.map(({ tags }) => tags)) as Record<string, unknown>);
    return { id, fields: Object.fromEntries(tags.map(([name, value]) => [name, typeof value === "number" ? "Number" : "String"])) };
  });
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: npx tsx scripts/basemap/make-basemap.ts <work folder>");
const sources = fetchSources(folder);
const { land, lakes } = readWater(sources);
const { borders, names } = await readCountries(sources);
const layers = { depths: readDepths(sources), land, lakes, borders, countries: names, seas: listSeas(), places: readPlaces(sources) };
const settings = {
  ...{ tileType: VECTOR, tileCompression: GZIP, minZoom: 0, maxZoom: MAX_ZOOM },
  bounds: [-180, -85.0511287, 180, 85.0511287] as const,
  metadata: { name: "World", attribution: ATTRIBUTION, vector_layers: describe(layers) },
};
await pipeline(writePmtiles(makeTiles(layers), settings, new Chunks()), createWriteStream(OUTPUT));
