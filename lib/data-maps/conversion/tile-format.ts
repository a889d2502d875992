import { gzipSync, inflateSync } from "node:zlib";

/** Numbers of the specification of PMTiles, section 3. */
const VECTOR = { tileType: 1, tileCompression: 2 };
const rasters = [
  { tileType: 2, start: "\x89PNG" },
  { tileType: 3, start: "\xff\xd8\xff" },
  { tileType: 4, start: "RIFF" },
  { tileType: 5, start: "\0\0\0", brand: "ftypavif" },
] as const;

export type TileFormat = typeof VECTOR;

const MOST_TILE_BYTES = 64 * 1024 * 1024;

/** Returns the format of a tile by its first bytes. What is no image is a vector tile. */
export function formatOfTile(bytes: Uint8Array): TileFormat {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const raster = rasters.find((format) => start.startsWith(format.start) && (!("brand" in format) || start.includes(format.brand)));
  return raster ? { tileType: raster.tileType, tileCompression: 1 } : VECTOR;
}

/** Compresses a vector tile with gzip, unless it is. Images stay. @throws Error for a damaged tile that is compressed otherwise */
export function packTile(bytes: Uint8Array, { tileType }: TileFormat): Uint8Array {
  if (tileType !== VECTOR.tileType || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;
  const isZlib = bytes[0] === 0x78 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return gzipSync(isZlib ? inflateSync(bytes, { maxOutputLength: MOST_TILE_BYTES }) : bytes);
}
