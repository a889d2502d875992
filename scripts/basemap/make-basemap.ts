/**
 * Makes viewer/world.pmtiles, the built-in basemap (decision record 77): npx tsx scripts/basemap/make-basemap.ts <work folder>.
 * Downloads its sources from npm and Debian 12. Needs GDAL 3 and 6 GB of memory: NODE_OPTIONS=--max-old-space-size=6000.
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type TileStore, writePmtiles } from "../../lib/data-maps/conversion/pmtiles-writer";
import { readCountries } from "./countries";
import { readDepths } from "./depths";
import { readPlaces } from "./places";
import { listSeas } from "./seas";
import { fetchSources } from "./sources";
import { MAX_ZOOM, makeTiles, type Shape } from "./tiles";
import { readWater } from "./water";

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
