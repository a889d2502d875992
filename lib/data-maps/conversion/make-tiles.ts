import path from "node:path";
import sqlite from "node-sqlite3-wasm";
import { GdalError } from "../../gdal/engine";
import { describeVectors } from "../../gdal/vector-info";
import { DataRefusedError } from "../formats/data-file";
import type { ConversionContext } from "./convert-vectors";

const [LEAST_ZOOM, MOST_ZOOM] = [5, 14];
/** Tiles of the deepest zoom; more take hours. */
const MOST_TILES = 200_000;
/** Features in a tile of the deepest zoom. */
const DENSE = 2_000;
const WORLD_DEGREES = 360;

/** Returns the deepest zoom: one at which a position is exact to a metre where there is room for it, and dense places have small tiles. */
export function deepestZoom([west, south, east, north]: readonly [number, number, number, number], features: number): number {
  const share = Math.max(1e-9, ((east - west) / WORLD_DEGREES) * ((north - south) / WORLD_DEGREES));
  const byRoom = Math.floor(Math.log2(MOST_TILES / share) / 2);
  const byDensity = Math.ceil(Math.log2(features / DENSE / share) / 2);
  return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, byDensity, byRoom));
}

/** Tiles of low zooms leave out what is too small to see. The deepest zoom has everything. */
const OVERVIEW_LIMITS = ["MAX_SIZE=300000", "MAX_FEATURES=30000"];
const NO_LIMITS = ["MAX_SIZE=100000000", "MAX_FEATURES=100000000"];

/** Copies the tiles of one MBTiles file to another. */
function addTiles(target: string, source: string): void {
  const database = new sqlite.Database(target, { fileMustExist: true });
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    database.run("ATTACH DATABASE ? AS deepest", [source]);
    database.exec("INSERT INTO tiles SELECT * FROM deepest.tiles");
  } finally {
    database.close();
  }
}

/**
 * Makes vector tiles of a FlatGeobuf file in longitude and latitude.
 * @param input path from the work folder @returns path of the MBTiles file @throws DataRefusedError when GDAL can't
 */
export async function makeTiles(input: string, { engine, folder, onPercent }: ConversionContext): Promise<string> {
  const [overview, deepest] = ["tiles.mbtiles", "deepest.mbtiles"];
  const drivers = ["FlatGeobuf", "MVT", "MBTiles", "Memory", "SQLite"];
  try {
    const [layer] = await describeVectors(engine, input, { folder, drivers });
    if (!layer?.extent) throw new DataRefusedError("There is nothing to make tiles of.");
    const zoom = deepestZoom(layer.extent, layer.features);
    const run = (output: string, options: readonly string[], from: number) => {
      const args = ["-f", "MVT", "-progress", ...options.flatMap((option) => ["-dsco", option]), output, input];
      return engine.run("ogr2ogr", args, { folder, drivers, onPercent: (percent) => onPercent(from + percent / 2) });
    };
    await run(deepest, [`MINZOOM=${zoom}`, `MAXZOOM=${zoom}`, ...NO_LIMITS], 0);
    await run(overview, ["MINZOOM=0", `MAXZOOM=${zoom - 1}`, ...OVERVIEW_LIMITS], 50);
    addTiles(path.join(folder, overview), path.join(folder, deepest));
    return overview;
  } catch (error) {
    if (!(error instanceof GdalError)) throw error;
    throw new DataRefusedError(`No tiles were made: ${error.message.slice(0, 500)}`);
  }
}
