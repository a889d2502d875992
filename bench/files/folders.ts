import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

/** Files of each folder inside the large one, about as many as in a tile pyramid. */
const FILES_PER_FOLDER = 1_000;

/** The top of the measured map, without the empty folder `box`. */
export interface MadeMap {
  /** Safe name of the project. */
  project: string;
  /** The folder with many direct entries. */
  wide: string;
  /** The folder with many entries at all depths. */
  deep: string;
}

/** Creates a folder at the top of a tree. @returns its id */
async function makeFolder(client: pg.Client, treeId: string, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "Entry" ("treeId", "parentId", kind, name)
     SELECT "treeId", id, 'folder', $2 FROM "Entry" WHERE "treeId" = $1 AND "parentId" IS NULL RETURNING id`,
    [treeId, name],
  );
  return rows[0]?.id ?? "";
}

/** Creates numbered tiles in a folder. All share one blob that is never read. Every hundredth entry is a folder. */
async function fillWide(client: pg.Client, treeId: string, folderId: string, entries: number, blobKey: string): Promise<void> {
  await client.query(
    `INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "modifiedAt", "blobKey", "offset", "storedSize")
     SELECT $1, $2, CASE WHEN n % 100 = 0 THEN 'folder'::"EntryKind" ELSE 'file' END, CASE WHEN n % 100 = 0 THEN 'zoom ' || n ELSE 'tile-' || n || '.png' END,
            CASE WHEN n % 100 = 0 THEN 0 ELSE n * 7919::bigint % 30000 END, now() - n * interval '1 second',
            CASE WHEN n % 100 > 0 THEN $4 END, CASE WHEN n % 100 > 0 THEN n * 30000::bigint ELSE 0 END, CASE WHEN n % 100 > 0 THEN 9000 ELSE 0 END
       FROM generate_series(1, $3::int) n`,
    [treeId, folderId, entries, blobKey],
  );
}

/** Creates folders of a thousand tiles each, with `entries` entries in all, the folder itself included. */
async function fillDeep(client: pg.Client, treeId: string, folderId: string, entries: number, blobKey: string): Promise<void> {
  const folders = Math.max(1, Math.floor(entries / (FILES_PER_FOLDER + 1)));
  await client.query(
    `WITH part AS (
       INSERT INTO "Entry" ("treeId", "parentId", kind, name)
       SELECT $1, $2, 'folder', 'part-' || n FROM generate_series(0, $3::int - 1) n RETURNING id, substr(name, 6)::int AS n
     )
     INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "blobKey", "offset", "storedSize")
     SELECT $1, part.id, 'file', file || '.png', 10000, $5, file * 10000::bigint, 10000
       FROM generate_series(0, $4::int - 1) file JOIN part ON part.n = file % $3::int`,
    [treeId, folderId, folders, Math.max(0, entries - folders - 1), blobKey],
  );
}

/** Creates a project with a map of these two folders in this folder's database. */
export async function makeMap(dataDir: string, entries: { wide: number; deep: number }): Promise<MadeMap> {
  const client = new pg.Client({ connectionString: (await readFile(path.join(dataDir, "database-url"), "utf8")).trim() });
  await client.connect();
  try {
    const blobKey = randomUUID().replaceAll("-", "");
    await client.query(`INSERT INTO "Blob" (key, size) VALUES ($1, 100000000000)`, [blobKey]);
    const { rows } = await client.query<{ id: string }>(`INSERT INTO "Tree" DEFAULT VALUES RETURNING id`);
    const treeId = rows[0]?.id ?? "";
    await client.query(`INSERT INTO "Entry" ("treeId", kind, name) VALUES ($1, 'folder', '')`, [treeId]);
    const map: MadeMap = { project: "bench", wide: "wide", deep: "deep" };
    await client.query(
      `INSERT INTO "Project" (id, name, "safeName", "currentTreeId", "updatedAt") VALUES (gen_random_uuid(), 'Bench', $1, $2, now())`,
      [map.project, treeId],
    );
    await fillWide(client, treeId, await makeFolder(client, treeId, map.wide), entries.wide, blobKey);
    await fillDeep(client, treeId, await makeFolder(client, treeId, map.deep), entries.deep, blobKey);
    await makeFolder(client, treeId, "box");
    await client.query(
      `UPDATE "Tree" SET "projectId" = (SELECT id FROM "Project" WHERE "currentTreeId" = $1),
              "fileCount" = (SELECT count(*) FROM "Entry" WHERE "treeId" = $1 AND kind = 'file'),
              "byteCount" = (SELECT sum(size) FROM "Entry" WHERE "treeId" = $1) WHERE id = $1`,
      [treeId],
    );
    // The state of a map that has been online for a minute.
    await client.query(`VACUUM ANALYZE "Entry"`);
    return map;
  } finally {
    await client.end();
  }
}
