import { open, stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { gzipSync, inflateSync } from "node:zlib";
import sqlite from "node-sqlite3-wasm";
import { tileIdToZxy, zxyToTileId } from "pmtiles";
import { quoteName } from "../../archives/refusals";
import { worldBounds } from "../formats/bounds";
import { commandFile } from "../formats/command";
import { DataRefusedError } from "../formats/data-file";
import type { ArchiveSettings, Tile } from "./pmtiles-writer";
import { findTileSource, type TileSource } from "./tile-source";

/** Numbers of the specification of PMTiles, section 3. */
const VECTOR = { tileType: 1, tileCompression: 2 };
const rasters = [
  { tileType: 2, start: "\x89PNG" },
  { tileType: 3, start: "\xff\xd8\xff" },
  { tileType: 4, start: "RIFF" },
  { tileType: 5, start: "\0\0\0", brand: "ftypavif" },
] as const;

type TileFormat = typeof VECTOR;

const MOST_TILE_BYTES = 64 * 1024 * 1024;

/** Returns the format of a tile by its first bytes. What is no image is a vector tile. */
function formatOfTile(bytes: Uint8Array): TileFormat {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const raster = rasters.find((format) => start.startsWith(format.start) && (!("brand" in format) || start.includes(format.brand)));
  return raster ? { tileType: raster.tileType, tileCompression: 1 } : VECTOR;
}

/** Compresses a vector tile with gzip, unless it is. Images stay. @throws Error for a damaged tile that is compressed otherwise */
function packTile(bytes: Uint8Array, { tileType }: TileFormat): Uint8Array {
  if (tileType !== VECTOR.tileType || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;
  const isZlib = bytes[0] === 0x78 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return gzipSync(isZlib ? inflateSync(bytes, { maxOutputLength: MOST_TILE_BYTES }) : bytes);
}

const MAX_ZOOM = 24;
/** Rows between two reports of progress. */
const ROWS_AT_ONCE = 2_000;
/** A row takes at least so many bytes of a file. A damaged file may refer to its rows again and again. */
const LEAST_ROW_BYTES = 8;
/** Faults that quick_check reports of rows which are there. */
const ABOUT_VALUES = /value in|constraint|non-unique|index/;
const MOST_JSON = 10 * 1024 * 1024;
/** The two bytes of the header that say whether the file has a write-ahead log, which a copy doesn't need (SQLite file format, 1.3). */
const LOG_BYTES_AT = 18;
const WORLD = [-180, -85, 180, 85] as const;

export interface Mbtiles {
  settings: ArchiveSettings;
  /** Tiles in the order of PMTiles. */
  tiles: AsyncIterable<Tile>;
}

interface Opened {
  database: sqlite.Database;
  name: string;
  /** Bytes of the file. */
  size: number;
  onProgress: () => void;
}

/** Lets the process send the report. */
async function reportProgress(onProgress: () => void): Promise<void> {
  onProgress();
  await setImmediate();
}

interface Keys {
  /** Ids in ascending order. */
  ids: Float64Array;
  minZoom: number;
  maxZoom: number;
}

function refuse(name: string, problem: string): DataRefusedError {
  const command = `pmtiles convert ${commandFile(name)} ${commandFile(name, ".pmtiles")}`;
  return new DataRefusedError(`${quoteName(name)} ${problem}. Make it again, or convert it: ${command}`);
}

async function removeLogMark(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const mark = Buffer.alloc(2);
    await file.read(mark, 0, 2, LOG_BYTES_AT);
    if (mark[0] === 2) await file.write(Buffer.from([1, 1]), 0, 2, LOG_BYTES_AT);
  } finally {
    await file.close();
  }
}

const isIndex = (value: unknown, end: number): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;

/** Returns the id of a row, which counts from the south; null for a place that no map has. */
function idOf(row: { zoom_level?: unknown; tile_column?: unknown; tile_row?: unknown }): number | null {
  const { zoom_level: z, tile_column: x, tile_row: south } = row;
  if (!isIndex(z, MAX_ZOOM + 1) || !isIndex(x, 2 ** z) || !isIndex(south, 2 ** z)) return null;
  return zxyToTileId(z, x, 2 ** z - 1 - south);
}

async function listKeys({ database, name, size: fileSize, onProgress }: Opened, source: TileSource): Promise<Keys> {
  let ids = new Float64Array(1024);
  let size = 0;
  let rows = 0;
  const statement = database.prepare(source.list);
  try {
    for (const row of statement.iterate()) {
      rows += 1;
      if (rows * LEAST_ROW_BYTES > fileSize) throw refuse(name, "claims more tiles than it has room for");
      if (rows % ROWS_AT_ONCE === 0) await reportProgress(onProgress);
      const id = idOf(row);
      if (id === null) continue;
      if (size === ids.length) {
        const larger = new Float64Array(size * 2);
        larger.set(ids);
        ids = larger;
      }
      ids[size++] = id;
    }
  } finally {
    statement.finalize();
  }
  const sorted = ids.subarray(0, size).sort();
  const zoomAt = (index: number) => (size === 0 ? 0 : tileIdToZxy(sorted[index] ?? 0)[0]);
  return { ids: sorted, minZoom: zoomAt(0), maxZoom: zoomAt(size - 1) };
}

function readMetadata(database: sqlite.Database): Record<string, string> {
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = 'metadata'");
  if (tables.length === 0) return {};
  const rows = database.all("SELECT name, value FROM metadata LIMIT 1000");
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]));
}

/** Returns the metadata of PMTiles: what is known of the tiles, and the texts of the file. */
function convertMetadata({ json, name, description, attribution, version }: Record<string, string>): Record<string, unknown> {
  let layers: Record<string, unknown> = {};
  try {
    if (json && json.length < MOST_JSON) layers = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { vector_layers, tilestats } = layers ?? {};
  return { name, description, attribution, version, vector_layers, tilestats };
}

class Reader {
  private readonly statement: sqlite.Statement;

  constructor(
    database: sqlite.Database,
    source: TileSource,
    private readonly ids: Float64Array,
    private readonly onProgress: () => void,
  ) {
    this.statement = database.prepare(source.read);
  }

  read(id: number): Uint8Array | null {
    const [z, x, y] = tileIdToZxy(id);
    const data = this.statement.get([z, x, 2 ** z - 1 - y])?.tile_data;
    return data instanceof Uint8Array && data.length > 0 ? data : null;
  }

  first(): Uint8Array | null {
    for (const id of this.ids) {
      const bytes = this.read(id);
      if (bytes) return bytes;
    }
    return null;
  }

  async *tiles(format: { tileType: number; tileCompression: number }): AsyncGenerator<Tile> {
    let last = -1;
    for (const [index, id] of this.ids.entries()) {
      if (index % ROWS_AT_ONCE === 0) await reportProgress(this.onProgress);
      const bytes = id === last ? null : this.read(id);
      last = id;
      if (bytes) yield { id, bytes: packTile(bytes, format) };
    }
  }

  close(): void {
    this.statement.finalize();
  }
}

async function read<Result>(opened: Opened, use: (file: Mbtiles) => Promise<Result>): Promise<Result> {
  const { database, name, onProgress } = opened;
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  // A page that is referred to twice would be read again and again.
  const faults = database.all("PRAGMA quick_check(100)").map(({ quick_check }) => String(quick_check));
  if (faults.some((fault) => fault !== "ok" && !ABOUT_VALUES.test(fault))) throw refuse(name, "is damaged");
  const source = findTileSource(database);
  if (!source) throw refuse(name, "has no table of tiles");
  // One transaction, so that pages stay in memory between the tiles.
  database.exec("BEGIN");
  const { ids, minZoom, maxZoom } = await listKeys(opened, source);
  const reader = new Reader(database, source, ids, onProgress);
  try {
    const first = reader.first();
    if (!first) throw refuse(name, "has no tiles");
    const metadata = readMetadata(database);
    const format = formatOfTile(first);
    const bounds = worldBounds((metadata.bounds ?? "").split(",").map(Number)) ?? WORLD;
    return await use({
      settings: { ...format, minZoom, maxZoom, bounds, metadata: convertMetadata(metadata) },
      tiles: reader.tiles(format),
    });
  } finally {
    reader.close();
  }
}

/**
 * Opens an MBTiles file and reads its tiles. Memory: 8 bytes for each tile. Rows that no map has are left out.
 * @param path of a copy, to which an index may be added @param name for messages @param onProgress called now and then @throws DataRefusedError for a damaged file
 */
export async function readMbtiles<Result>(
  path: string,
  name: string,
  onProgress: () => void,
  use: (file: Mbtiles) => Promise<Result>,
): Promise<Result> {
  await removeLogMark(path);
  let database: sqlite.Database | null = null;
  try {
    database = new sqlite.Database(path, { fileMustExist: true });
    return await read({ database, name, size: (await stat(path)).size, onProgress }, use);
  } catch (error) {
    if (error instanceof sqlite.SQLite3Error) throw refuse(name, "is damaged, or isn't MBTiles");
    throw error;
  } finally {
    if (database?.isOpen) database.close();
  }
}
