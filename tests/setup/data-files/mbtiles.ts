import sqlite from "node-sqlite3-wasm";
import { HARBOUR_BOUNDS } from "./harbour-data";
import { MAX_ZOOM, rasterTiles, type SampleTile, vectorTiles } from "./tiles";

const VECTOR_LAYERS = { vector_layers: [{ id: "harbour", fields: { name: "String", depth: "Number" }, minzoom: 0, maxzoom: MAX_ZOOM }] };

/** Metadata of tiles of the harbour (MBTiles 1.3, section "Metadata"). */
export const mbtilesMetadata = (format: "pbf" | "png") => ({
  name: "Harbour",
  format,
  bounds: HARBOUR_BOUNDS.join(","),
  minzoom: "0",
  maxzoom: String(MAX_ZOOM),
  ...(format === "pbf" && { json: JSON.stringify(VECTOR_LAYERS) }),
});

/** Writes tiles as MBTiles, whose rows count from the south. @param path of a new file */
export function writeMbtiles(path: string, metadata: Record<string, string>, tiles: readonly SampleTile[]): void {
  const database = new sqlite.Database(path);
  try {
    database.exec(
      "CREATE TABLE metadata (name text, value text); CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)",
    );
    database.exec("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row); BEGIN");
    for (const [name, value] of Object.entries(metadata)) database.run("INSERT INTO metadata VALUES (?, ?)", [name, value]);
    for (const { z, x, y, bytes } of tiles) database.run("INSERT INTO tiles VALUES (?, ?, ?, ?)", [z, x, 2 ** z - 1 - y, bytes]);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

/** Writes the harbour as MBTiles. @param path of a new file */
export function writeHarbourMbtiles(path: string, format: "pbf" | "png" = "pbf"): void {
  writeMbtiles(path, mbtilesMetadata(format), format === "pbf" ? vectorTiles() : rasterTiles());
}
