import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync, gunzipSync } from "node:zlib";
import sqlite from "node-sqlite3-wasm";
import { tileIdToZxy } from "pmtiles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endlessMbtiles } from "../../../tests/setup/data-files/hostile-files";
import { mbtilesMetadata, writeHarbourMbtiles, writeMbtiles } from "../../../tests/setup/data-files/mbtiles";
import { rasterTiles, vectorTiles } from "../../../tests/setup/data-files/tiles";
import { DataRefusedError } from "../formats/data-file";
import type { ArchiveSettings } from "./pmtiles-writer";
import { readMbtiles } from "./read-mbtiles";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-mbtiles-"));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return path.join(folder, `${files}.mbtiles`);
}

interface Read {
  settings: ArchiveSettings;
  tiles: { z: number; x: number; y: number; bytes: Buffer }[];
}

function read(file: string): Promise<Read> {
  return readMbtiles(
    file,
    "sea charts.mbtiles",
    () => undefined,
    async ({ settings, tiles }) => {
      const found: Read["tiles"] = [];
      for await (const { id, bytes } of tiles) {
        const [z, x, y] = tileIdToZxy(id);
        found.push({ z, x, y, bytes: Buffer.from(bytes) });
      }
      return { settings, tiles: found };
    },
  );
}

function write(sql: string): string {
  const file = newFile();
  const database = new sqlite.Database(file);
  database.exec(sql);
  database.close();
  return file;
}

const refusal = (file: string) =>
  read(file).then(
    () => null,
    (error: unknown) => error,
  );

const TILES = "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);";

describe("readMbtiles", () => {
  it("reads vector tiles in the order of PMTiles, counted from the north", async () => {
    const file = newFile();
    writeHarbourMbtiles(file);
    const { settings, tiles } = await read(file);
    expect(tiles).toEqual(vectorTiles());
    expect(settings).toMatchObject({ tileType: 1, tileCompression: 2, minZoom: 0, maxZoom: 11, bounds: [8, 53.9, 8.2, 54.1] });
    expect(settings.metadata).toMatchObject({ name: "Harbour", vector_layers: [{ id: "harbour" }] });
  });

  it("reads image tiles and names their format", async () => {
    const file = newFile();
    writeHarbourMbtiles(file, "png");
    expect(await read(file)).toMatchObject({ settings: { tileType: 2, tileCompression: 1 }, tiles: rasterTiles() });
  });

  it("compresses vector tiles that are plain or deflated", async () => {
    const [tile] = vectorTiles();
    if (!tile) throw new Error("There is no tile.");
    const plain = gunzipSync(tile.bytes);
    for (const bytes of [plain, deflateSync(plain)]) {
      const file = newFile();
      writeMbtiles(file, mbtilesMetadata("pbf"), [{ ...tile, bytes }]);
      const { tiles } = await read(file);
      expect(gunzipSync(tiles[0]?.bytes ?? Buffer.alloc(0))).toEqual(plain);
    }
  });

  it.each([
    ["map", "images", "tile_id"],
    ["tiles_shallow", "tiles_data", "tile_data_id"],
  ])("reads tiles of the tables %s and %s, which a view joins", async (places, contents, key) => {
    const file = write(`
      CREATE TABLE ${places} (zoom_level integer, tile_column integer, tile_row integer, ${key} text);
      CREATE TABLE ${contents} (${key} text, tile_data blob);
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM ${places} JOIN ${contents} USING (${key});
      INSERT INTO ${contents} VALUES ('a', x'89504e470d0a'), ('b', x'89504e47ff');
      INSERT INTO ${places} VALUES (0, 0, 0, 'a'), (1, 0, 0, 'b'), (1, 1, 1, 'b'), (2, 0, 0, 'gone');`);
    const { tiles } = await read(file);
    expect(tiles.map(({ z, x, y, bytes }) => [z, x, y, bytes.length])).toEqual([
      [0, 0, 0, 6],
      [1, 0, 1, 5],
      [1, 1, 0, 5],
    ]);
  });

  it("leaves out rows that no map has, and rows that are there twice", async () => {
    const file = write(`${TILES}
      INSERT INTO tiles VALUES (0, 0, 0, x'89504e4701'), (0, 0, 0, x'89504e4702'), (1, 2, 0, x'01'), (1, 0, -1, x'01'), (99, 0, 0, x'01'),
        (NULL, 0, 0, x'01'), ('x', 0, 0, x'01'), (0.5, 0, 0, x'01'), (9223372036854775807, 0, 0, x'01'), (1, 0, 0, NULL), (1, 1, 0, x''), (1, 1, 1, 'text');`);
    expect((await read(file)).tiles).toHaveLength(1);
  });

  it("reads a file that was written with a write-ahead log", async () => {
    const file = newFile();
    writeHarbourMbtiles(file);
    const bytes = await readFile(file);
    bytes.set([2, 2], 18);
    await writeFile(file, bytes);
    expect((await read(file)).tiles).toEqual(vectorTiles());
  });

  it("reads 50,000 tiles without an index in seconds", async () => {
    const rows = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49999) INSERT INTO tiles";
    const file = write(`${TILES} ${rows} SELECT 16, i % 250, i / 250, CAST('tile ' || i AS blob) FROM n;`);
    expect((await read(file)).tiles).toHaveLength(50_000);
  }, 60_000);

  it.each([
    ["no tables", "CREATE TABLE other (a)", "has no table of tiles"],
    ["no tiles", TILES, "has no tiles"],
    [
      "an endless view",
      "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i FROM n) SELECT i AS zoom_level, i AS tile_column, i AS tile_row, '' AS tile_data FROM n",
      "has no table of tiles",
    ],
  ])("refuses a database with %s", async (_title, sql, problem) => {
    const error = await refusal(write(sql));
    expect(error).toBeInstanceOf(DataRefusedError);
    expect(String(error)).toContain(
      `"sea charts.mbtiles" ${problem}. Make it again, or convert it: pmtiles convert "sea charts.mbtiles" "sea charts.pmtiles"`,
    );
  });

  it("refuses files that are no database, or damaged ones", async () => {
    const text = newFile();
    await writeFile(text, "not a database at all, but long enough ".repeat(100));
    const cut = newFile();
    writeHarbourMbtiles(cut);
    await truncate(cut, 8_192);
    const empty = newFile();
    await writeFile(empty, "");
    for (const file of [text, cut, empty]) expect(await refusal(file)).toBeInstanceOf(DataRefusedError);
  });

  it("refuses a table that refers to its pages again and again", async () => {
    const file = newFile();
    await writeFile(file, await endlessMbtiles());
    expect(await refusal(file)).toMatchObject({ message: expect.stringContaining("is damaged") });
  });

  it("reads a file whose rows break a constraint", async () => {
    const file = newFile();
    writeHarbourMbtiles(file);
    const database = new sqlite.Database(file);
    database.exec("PRAGMA writable_schema = ON");
    database.exec("UPDATE sqlite_schema SET sql = replace(sql, 'value text', 'value text CHECK (value = 1)') WHERE name = 'metadata'");
    database.close();
    expect((await read(file)).tiles.length).toBeGreaterThan(0);
  });
});
