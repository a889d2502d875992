import { gzipSync } from "node:zlib";
import { encodeDirectories, HEADER_BYTES } from "./pmtiles-directory";
import { TileList } from "./tile-list";

/** A tile with its number on the Hilbert curve (`zxyToTileId`). */
export interface Tile {
  id: number;
  bytes: Uint8Array;
}

/** Keeps the tile data until the header in front of it is known. */
export interface TileStore {
  append(bytes: Uint8Array): Promise<void>;
  read(): AsyncIterable<Buffer>;
}

export interface ArchiveSettings {
  /** Numbers of the specification, section 3. */
  tileType: number;
  tileCompression: number;
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: readonly [number, number, number, number];
  metadata: Record<string, unknown>;
}

const GZIP = 2;
const degrees = (value: number) => Math.round(value * 1e7);

function encodeHeader(settings: ArchiveSettings, tiles: TileList, sections: { root: number; metadata: number; leaves: number }): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles");
  header[7] = 3;
  const metadataAt = HEADER_BYTES + sections.root;
  const leavesAt = metadataAt + sections.metadata;
  const numbers = [
    ...[HEADER_BYTES, sections.root, metadataAt, sections.metadata, leavesAt, sections.leaves, leavesAt + sections.leaves, tiles.bytes],
    ...[tiles.tiles, tiles.size, tiles.contents],
  ];
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  // Clustered: the data has the order of the directories.
  header.set([1, GZIP, settings.tileCompression, settings.tileType, settings.minZoom, settings.maxZoom], 96);
  const [west, south, east, north] = settings.bounds;
  for (const [index, value] of [west, south, east, north].entries()) header.writeInt32LE(degrees(value), 102 + index * 4);
  header[118] = settings.minZoom;
  header.writeInt32LE(degrees((west + east) / 2), 119);
  header.writeInt32LE(degrees((south + north) / 2), 123);
  return header;
}

/**
 * Writes an archive of PMTiles version 3. Memory depends on the number of different tiles, not on their size.
 * @param tiles in the order of their ids @throws Error for tiles in another order, or none
 */
export async function* writePmtiles(
  tiles: AsyncIterable<Tile> | Iterable<Tile>,
  settings: ArchiveSettings,
  store: TileStore,
): AsyncGenerator<Buffer> {
  const list = new TileList();
  let last = -1;
  for await (const { id, bytes } of tiles) {
    if (id <= last) throw new Error(`Tile ${id} comes after tile ${last}.`);
    last = id;
    if (list.add(id, bytes)) await store.append(bytes);
  }
  if (list.size === 0) throw new Error("There are no tiles.");
  const { root, leaves } = encodeDirectories(list);
  const metadata = gzipSync(JSON.stringify(settings.metadata));
  yield encodeHeader(settings, list, { root: root.length, metadata: metadata.length, leaves: leaves.length });
  yield root;
  yield metadata;
  if (leaves.length > 0) yield leaves;
  yield* store.read();
}
