import type { Pool } from "pg";

/** Trees of each project: the current one and its former versions. */
const TREES_PER_PROJECT = 6;
const PROJECTS = 500;
/** These five projects have half of all files. */
const LARGE_PROJECTS = 5;

/**
 * Creates 500 maps with this many files in all, each with five former versions of the same size. A third of the maps are tiles with
 * repeated names, a third have unique names, and a third are mixed. SQL generates the rows.
 */
export async function insertFiles(pool: Pool, files: number): Promise<void> {
  const perLarge = Math.floor(files / 2 / LARGE_PROJECTS);
  const perSmall = Math.floor((files - perLarge * LARGE_PROJECTS) / (PROJECTS - LARGE_PROJECTS));
  await pool.query(
    `INSERT INTO "Account" (id, role, name, email, "passwordHash")
     SELECT md5('account' || n)::uuid, 'admin', (ARRAY['Ada', 'Grace', 'Alan', 'Öznur', 'Admin'])[1 + n % 5] || ' ' ||
            (ARRAY['Lovelace', 'Hopper', 'Turing', 'Öztürk'])[1 + n % 4] || ' ' || n, 'person' || n || '@example.org', 'none' FROM generate_series(1, 40) n`,
  );
  await pool.query(`INSERT INTO "Tree" (id) SELECT n FROM generate_series(1, $1::int) n`, [PROJECTS * TREES_PER_PROJECT]);
  await pool.query(`SELECT setval(pg_get_serial_sequence('"Tree"', 'id'), $1)`, [PROJECTS * TREES_PER_PROJECT]);
  await pool.query(
    `INSERT INTO "Project" (id, name, "safeName", "currentTreeId", "createdById")
     SELECT md5('project' || n)::uuid, (ARRAY['Harbour', 'Fjord', 'Reef', 'Delta'])[1 + n % 4] || ' survey ' || n, 'survey-' || n, n,
            md5('account' || (1 + n % 40))::uuid FROM generate_series(1, $1::int) n`,
    [PROJECTS],
  );
  await pool.query(
    `UPDATE "Tree" SET "projectId" = md5('project' || (1 + (id - 1) % $1))::uuid, "retiredAt" = CASE WHEN id > $1 THEN now() END`,
    [PROJECTS],
  );
  await pool.query(`INSERT INTO "Entry" ("treeId", kind, name) SELECT id, 'folder', '' FROM "Tree"`);
  await pool.query(
    `INSERT INTO "Blob" (key, size, "ownerId", "uploadedAt")
     SELECT md5('blob' || t || '-' || b), 100000000, CASE WHEN (t + b) % 13 > 0 THEN md5('account' || (1 + (t * 7 + b) % 40))::uuid END,
            now() - (t * 4 + b) % 900 * interval '1 day' FROM generate_series(1, $1::int) t, generate_series(0, 3) b`,
    [PROJECTS * TREES_PER_PROJECT],
  );
  for (let version = 0; version < TREES_PER_PROJECT; version += 1) {
    await pool.query(
      `INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "modifiedAt", "blobKey", "offset", "storedSize", crc32)
       SELECT tree.id, root.id, 'file',
              CASE tree.id % 3 WHEN 0 THEN i || '.png' WHEN 1 THEN 'feature-' || md5(tree.id || '/' || i) || '.geojson'
                ELSE (ARRAY['Station ', 'Überblick ', 'depth-', 'Photo_'])[1 + i % 4] || i ||
                     (ARRAY['.png', '.jpg', '.PNG', '.pbf', '.pdf', '.csv', '.mp4', '.zip', '.js', ''])[1 + i / 7 % 10] END,
              (abs(hashint4(i)) % 1000000)::bigint * (abs(hashint4(i + 1)) % 50), now() - i % 900 * interval '1 day',
              md5('blob' || tree.id || '-' || i * 4 / files), i * 10000::bigint, 9000, i
         FROM (SELECT n + $1::int * $2::int AS id, CASE WHEN n <= $3 THEN $4::int ELSE $5::int END AS files FROM generate_series(1, $2::int) n) tree
         JOIN "Entry" root ON root."treeId" = tree.id AND root."parentId" IS NULL CROSS JOIN LATERAL generate_series(0, tree.files - 1) i`,
      [version, PROJECTS, LARGE_PROJECTS, perLarge, perSmall],
    );
  }
  await pool.query(
    `UPDATE "Tree" SET "fileCount" = counted.files
       FROM (SELECT "treeId", count(*) AS files FROM "Entry" WHERE kind = 'file' GROUP BY "treeId") counted WHERE counted."treeId" = "Tree".id`,
  );
  await pool.query("VACUUM ANALYZE");
}

/** Measures the inserts of publishing 300,000 files. Milliseconds of each round. */
export async function timeInserts(pool: Pool, rounds: number): Promise<number[]> {
  const { createTree, insertFiles: insert } = await import("../../lib/trees/mutations");
  const { blobKeySchema } = await import("../../lib/blobs/store");
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { treeId, rootId } = await createTree(pool);
    const blobKey = blobKeySchema.parse(String(treeId).padStart(32, "0"));
    const files = Array.from({ length: 300_000 }, (_, i) => ({
      parentId: rootId,
      name: `tile-${((i * 7_919) % 1_000_003).toString(36)}-${i}.png`,
      modifiedAt: new Date(0),
      slice: {
        blobKey,
        offset: i * 20_000,
        size: (i * 7_919) % 30_000,
        storedSize: 9_000,
        hasLocalHeader: true,
        method: "deflated" as const,
        crc32: i,
      },
    }));
    await pool.query("CHECKPOINT");
    const begin = performance.now();
    const client = await pool.connect();
    await client.query("BEGIN");
    for (let from = 0; from < files.length; from += 10_000) await insert(client, treeId, files.slice(from, from + 10_000));
    await client.query("COMMIT");
    client.release();
    times.push(performance.now() - begin);
    await pool.query(`DELETE FROM "Tree" WHERE id = $1`, [treeId]);
  }
  return times;
}
