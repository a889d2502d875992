/** Pixels of a side of a tile. */
export const TILE_PIXELS = 256;
/** Half of the side of Web Mercator's square. Metres. */
const HALF_WORLD = 20_037_508.342789244;

/** The place of an image in Web Mercator, and its sizes: of the full image and of its overviews. */
export interface Extent {
  /** West, south, east, north. Metres. */
  box: readonly number[];
  sizes: readonly { zoom: number; width: number; height: number }[];
}

/** A part of a tile. Pixels. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the first pixel of a tile's side that the image has, and how many. The library reads the nearest pixels. */
function findPixels(from: number, to: number, size: number): { start: number; length: number } {
  const step = (to - from) / TILE_PIXELS;
  const isInside = Array.from({ length: TILE_PIXELS }, (_, index) => {
    const place = from + Math.min(Math.round(step * index), to - from - 1);
    return place >= 0 && place < size;
  });
  const start = isInside.indexOf(true);
  return start < 0 ? { start: 0, length: 0 } : { start, length: isInside.lastIndexOf(true) + 1 - start };
}

/** A tile of the grid that MapLibre requests. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Returns metres of a side of a tile. */
export const tileSide = (z: number) => (2 * HALF_WORLD) / 2 ** z;

/** Returns the size of which a tile is read, its index, and the edges of the tile in pixels of it. The library chooses the same image. */
export function placeTile({ box, sizes }: Extent, { z, x, y }: Tile) {
  const byZoom = [...sizes].sort((a, b) => a.zoom - b.zoom);
  const size = byZoom.find(({ zoom }) => Math.round(zoom) >= z) ?? byZoom.at(-1) ?? { zoom: 0, width: 0, height: 0 };
  const { width, height } = size;
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const side = tileSide(z);
  const column = (index: number) => ((index * side - HALF_WORLD - west) * width) / (east - west);
  const row = (index: number) => ((north - HALF_WORLD + index * side) * height) / (north - south);
  return { index: sizes.indexOf(size), width, height, left: column(x), right: column(x + 1), top: row(y), bottom: row(y + 1) };
}

/**
 * Returns the part of a tile that is inside an image. The library fills the rest with 0 if the file declares no missing value. It rounds as
 * the library does (`tileIndexToPixelWindow` and `getRawTile` of @geomatico/maplibre-cog-protocol), so that no edge is lost.
 */
export function findPart(extent: Extent, tile: Tile): Part {
  const { width, height, left, right, top, bottom } = placeTile(extent, tile);
  const across = findPixels(Math.round(left), Math.round(right), width);
  const down = findPixels(Math.round(top), Math.round(bottom), height);
  return { left: across.start, width: across.length, top: down.start, height: down.length };
}
