import type { Bounds, MapLayer } from "../../schema";
import type { TileZoom } from "./tile-folders";

type Tiles = NonNullable<MapLayer["tiles"]>;
export type TileScheme = Tiles["scheme"];

/** Tiles that are wholly south of it are likelier to count their rows from the south. Hardly any land is there. Degrees. */
const SOUTHERN = -45;

const latitudeOf = (share: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;

/** Returns the area of the tiles of a zoom, whose rows are counted from the north. */
function boundsOf({ zoom, columns, rows }: TileZoom): Bounds {
  const share = (tile: number) => tile / 2 ** zoom;
  return [share(columns[0]) * 360 - 180, latitudeOf(share(rows[1] + 1)), share(columns[1] + 1) * 360 - 180, latitudeOf(share(rows[0]))];
}

/** Returns bounds of tiles whose rows are counted the other way. Web Mercator is symmetric to the equator. */
const mirror = ([west, south, east, north]: Bounds): Bounds => [west, -north, east, -south];

/** Returns tiles with another order of their rows. */
export function withScheme(tiles: Tiles, scheme: TileScheme): Tiles {
  return tiles.scheme === scheme ? tiles : { ...tiles, scheme, bounds: mirror(tiles.bounds) };
}

const isCovered = (lower: readonly [number, number], deeper: readonly [number, number]) =>
  Math.floor(deeper[0] / 2) === lower[0] && Math.floor(deeper[1] / 2) === lower[1];

/** Returns the area of tiles, if their rows are counted from the north: of the deepest zoom that has all of the zooms above. */
export function placeOf(zooms: readonly TileZoom[]): Bounds {
  const [first, ...deeper] = zooms;
  if (!first) return [-180, -85, 180, 85];
  let finest = first;
  for (const next of deeper) {
    const isNext = next.zoom === finest.zoom + 1;
    if (!isNext || !isCovered(finest.columns, next.columns) || !isCovered(finest.rows, next.rows)) break;
    finest = next;
  }
  return boundsOf(finest);
}

function overlap(one: Bounds, other: Bounds): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width < 0 || height < 0 ? 0 : Math.max(width, 1e-9) * Math.max(height, 1e-9);
}

/**
 * Chooses how rows are counted where no file says it: so that the tiles are where `places` are, otherwise from the north (XYZ), unless that
 * puts them into the far south.
 * @param place of the tiles, if their rows are counted from the north @returns null when `places` don't decide
 */
export function chooseScheme(place: Bounds, places: readonly Bounds[]): { scheme: TileScheme; isKnown: boolean } {
  const sum = (bounds: Bounds) => places.reduce((area, other) => area + overlap(bounds, other), 0);
  const [north, south] = [sum(place), sum(mirror(place))];
  if (north !== south) return { scheme: north > south ? "xyz" : "tms", isKnown: true };
  return { scheme: place[3] < SOUTHERN ? "tms" : "xyz", isKnown: place[1] === -place[3] };
}
