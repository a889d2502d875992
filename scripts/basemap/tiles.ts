import { gzipSync } from "node:zlib";
import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { LineString, Point, Polygon } from "geojson";
import { zxyToTileId } from "pmtiles";
import type { Tile } from "../../lib/data-maps/conversion/pmtiles-writer";
import { areaOf } from "./rings";

/** A geometry with the attributes that its tiles have, and the first zoom they have it at. */
export type Shape = (Point | LineString | Polygon) & { minZoom: number; tags?: Record<string, string | number> };

export const MAX_ZOOM = 7;

interface Precision {
  /** Units of a tile. */
  extent: number;
  /** Units by which lines may differ. */
  tolerance: number;
  depthTolerance: number;
}

/** A line may differ by a pixel of a tile of 512. */
const OVERVIEW: Precision = { extent: 4096, tolerance: 9, depthTolerance: 12 };
/** The last tiles are enlarged at higher zooms, so they have as many units as MapLibre can draw. */
const LAST: Precision = { extent: 8192, tolerance: 4, depthTolerance: 32 };
/** What tiles have of their neighbours, as a share of a tile. */
const BUFFER = 1 / 96;
/** Square units. Smaller rings can't be seen. */
const LEAST_RING = 40;

type Line = [number, number][];

const isSame = ([x, y]: [number, number], other: [number, number] | undefined) => x === other?.[0] && y === other[1];
const withoutRepeated = (line: Line) => line.filter((position, index) => index === 0 || !isSame(position, line[index - 1]));

/** Leaves out positions that are equal after rounding, and what has no length or area then. */
function tidy(type: 2 | 3, lines: readonly Line[]): Line[] {
  const tidied = lines.map(withoutRepeated);
  return tidied.filter((line) => (type === 3 ? line.length > 3 && areaOf(line) >= LEAST_RING : line.length > 1));
}

/** Joins lines and areas with the same attributes to one feature, which needs less bytes. Outlines tell areas apart by their direction. */
function joinFeatures(features: GeoJSONVTFeature[], zoom: number): void {
  const joined = new Map<string, GeoJSONVTFeature>();
  for (const [index, { type, tags, geometry }] of features.entries()) {
    const { minZoom = 0, ...rest } = tags ?? {};
    if (minZoom > zoom) continue;
    if (type === 1) {
      joined.set(String(index), { type, tags: rest, geometry });
      continue;
    }
    const key = JSON.stringify(rest);
    const known = joined.get(key);
    const lines = tidy(type, geometry);
    if (lines.length === 0) continue;
    if (known && known.type !== 1) known.geometry.push(...lines);
    else joined.set(key, { type, tags: rest, geometry: lines });
  }
  features.splice(0, features.length, ...joined.values());
}

function indexShapes(shapes: readonly Shape[], extent: number, tolerance: number): GeoJSONVT {
  const features = shapes.map(({ minZoom, tags, ...geometry }) => ({
    type: "Feature" as const,
    geometry,
    properties: { ...tags, minZoom },
  }));
  // At its last zoom, the library doesn't simplify.
  const options = { maxZoom: MAX_ZOOM + 1, indexMaxZoom: 4, tolerance, extent, buffer: Math.round(extent * BUFFER) };
  return new GeoJSONVT({ type: "FeatureCollection", features }, options);
}

/** Makes vector tiles of layers, compressed, in the order of PMTiles. */
export function makeTiles(shapes: Readonly<Record<string, readonly Shape[]>>): Tile[] {
  const indexAll = ({ extent, tolerance, depthTolerance }: Precision) =>
    Object.entries(shapes).map(([name, ofLayer]) => {
      return [name, indexShapes(ofLayer, extent, name === "depths" ? depthTolerance : tolerance)] as const;
    });
  const [overview, last] = [indexAll(OVERVIEW), indexAll(LAST)];
  const tiles: Tile[] = [];
  const visit = (z: number, x: number, y: number): void => {
    const found = (z === MAX_ZOOM ? last : overview).flatMap(([name, index]): [string, GeoJSONVTTile][] => {
      const tile = index.getTile(z, x, y);
      return tile ? [[name, tile]] : [];
    });
    if (found.length === 0) return;
    for (const [, { features }] of found) joinFeatures(features, z);
    const filled = found.filter(([, { features }]) => features.length > 0);
    if (filled.length > 0) {
      const bytes = gzipSync(fromGeojsonVt(Object.fromEntries(filled), { version: 2, extent: (z === MAX_ZOOM ? LAST : OVERVIEW).extent }), {
        level: 9,
      });
      tiles.push({ id: zxyToTileId(z, x, y), bytes });
    }
    if (z === MAX_ZOOM) return;
    for (let child = 0; child < 4; child++) visit(z + 1, x * 2 + (child % 2), y * 2 + Math.floor(child / 2));
  };
  visit(0, 0, 0);
  return tiles.sort((a, b) => a.id - b.id);
}
