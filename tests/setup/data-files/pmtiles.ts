import { zxyToTileId } from "pmtiles";
import { type ArchiveSettings, type Tile, writePmtiles } from "../../../lib/data-maps/conversion/pmtiles-writer";
import { HARBOUR_BOUNDS } from "./harbour-data";
import { MAX_ZOOM, rasterTiles, type SampleTile, vectorTiles } from "./tiles";

async function write(
  tiles: readonly SampleTile[],
  settings: Pick<ArchiveSettings, "tileType" | "tileCompression" | "metadata">,
): Promise<Buffer> {
  const data: Buffer[] = [];
  const store = {
    append: (bytes: Uint8Array) => {
      data.push(Buffer.from(bytes));
      return Promise.resolve();
    },
    read: async function* () {
      yield* data;
    },
  };
  const numbered = tiles.map(({ z, x, y, bytes }): Tile => ({ id: zxyToTileId(z, x, y), bytes }));
  const chunks: Buffer[] = [];
  const archive = { ...settings, minZoom: 0, maxZoom: MAX_ZOOM, bounds: HARBOUR_BOUNDS };
  for await (const chunk of writePmtiles(numbered, archive, store)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the harbour as vector tiles, with layers of other metadata on request. */
export function vectorPmtiles(metadata?: Record<string, unknown>): Promise<Buffer> {
  const layers = [{ id: "harbour", fields: { name: "String", depth: "Number" }, minzoom: 0, maxzoom: MAX_ZOOM }];
  return write(vectorTiles(), { tileType: 1, tileCompression: 2, metadata: metadata ?? { name: "Harbour", vector_layers: layers } });
}

/** Returns an archive of one tile. @param tile compressed with gzip */
export function archiveOf(tile: Buffer): Promise<Buffer> {
  return write([{ z: 0, x: 0, y: 0, bytes: tile }], { tileType: 1, tileCompression: 2, metadata: { name: "One" } });
}

/** Returns the harbour as PNG tiles. */
export function rasterPmtiles(): Promise<Buffer> {
  return write(rasterTiles(), { tileType: 2, tileCompression: 1, metadata: { name: "Harbour" } });
}
