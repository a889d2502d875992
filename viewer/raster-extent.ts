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

/**
 * Returns the part of a tile that is inside an image. The library fills the rest with 0 if the file declares no missing value. It rounds as
 * the library does (`tileIndexToPixelWindow` and `getRawTile` of @geomatico/maplibre-cog-protocol), so that no edge is lost.
 */
export function findPart({ box, sizes }: Extent, { z, x, y }: { z: number; x: number; y: number }): Part {
  const byZoom = [...sizes].sort((a, b) => a.zoom - b.zoom);
  const { width = 0, height = 0 } = byZoom.find(({ zoom }) => Math.round(zoom) >= z) ?? byZoom.at(-1) ?? {};
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const side = (2 * HALF_WORLD) / 2 ** z;
  const column = (index: number) => Math.round(((index * side - HALF_WORLD - west) * width) / (east - west));
  const row = (index: number) => Math.round(((north - HALF_WORLD + index * side) * height) / (north - south));
  const across = findPixels(column(x), column(x + 1), width);
  const down = findPixels(row(y), row(y + 1), height);
  return { left: across.start, width: across.length, top: down.start, height: down.length };
}
