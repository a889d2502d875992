import type sqlite from "node-sqlite3-wasm";

/** Where the tiles of an MBTiles file are: real tables, so that no SQL of the file is executed. */
export interface TileSource {
  /** Selects `zoom_level`, `tile_column`, `tile_row` of each tile. */
  list: string;
  /** Selects `tile_data` for those three. */
  read: string;
}

type Columns = Readonly<Record<string, readonly string[]>>;

const PLACE = ["zoom_level", "tile_column", "tile_row"];
const AT_PLACE = "zoom_level = ? AND tile_column = ? AND tile_row = ?";

/** The layouts that programs write: one table, or contents apart from places, under a view `tiles` (mbutil, tilelive; Planetiler). */
const LAYOUTS: readonly { places: string; contents: string; key: string | null }[] = [
  { places: "tiles", contents: "tiles", key: null },
  { places: "map", contents: "images", key: "tile_id" },
  { places: "tiles_shallow", contents: "tiles_data", key: "tile_data_id" },
];

function readColumns(database: sqlite.Database): Columns {
  // A virtual table has no root page.
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0") as { name: string }[];
  return Object.fromEntries(
    tables.map(({ name }) => {
      // Generated columns are not listed here.
      const columns = database.all(`PRAGMA table_info("${name.replaceAll('"', '""')}")`) as { name: string }[];
      return [name.toLowerCase(), columns.map((column) => column.name.toLowerCase())];
    }),
  );
}

const hasColumns = (columns: Columns, table: string, names: readonly string[]) => {
  return names.every((name) => (Object.hasOwn(columns, table) ? columns[table] : undefined)?.includes(name));
};

/** Makes every look-up a probe of an index. The file is a copy that is deleted afterwards. */
function ensureIndex(database: sqlite.Database, table: string, columns: readonly string[]): void {
  const condition = columns.map((column) => `${column} = 1`).join(" AND ");
  const plan = database.all(`EXPLAIN QUERY PLAN SELECT 1 FROM ${table} WHERE ${condition}`) as { detail: string }[];
  if (plan.some(({ detail }) => /^SCAN/.test(detail)))
    database.exec(`CREATE INDEX "sea-vision ${table}" ON ${table} (${columns.join(", ")})`);
}

/** Finds the tables of tiles, and adds missing indexes. @returns null when there are none that are known */
export function findTileSource(database: sqlite.Database): TileSource | null {
  const columns = readColumns(database);
  for (const { places, contents, key } of LAYOUTS) {
    const hasBoth =
      hasColumns(columns, places, key ? [...PLACE, key] : PLACE) && hasColumns(columns, contents, key ? [key, "tile_data"] : ["tile_data"]);
    if (!hasBoth) continue;
    ensureIndex(database, places, PLACE);
    if (key) ensureIndex(database, contents, [key]);
    const read = key
      ? `SELECT tile_data FROM ${contents} WHERE ${key} = (SELECT ${key} FROM ${places} WHERE ${AT_PLACE} LIMIT 1) LIMIT 1`
      : `SELECT tile_data FROM ${places} WHERE ${AT_PLACE} LIMIT 1`;
    return { list: `SELECT ${PLACE.join(", ")} FROM ${places}`, read };
  }
  return null;
}
