import type { Queryable } from "../../db";

/**
 * `subtree`: the entries $2 of the tree $1, and everything below them, each once. No entry of $2 lies below another one.
 * LATERAL with OFFSET 0 is probed by the unique index for one folder at a time, whatever the planner believes of a table that has
 * just grown a thousandfold.
 */
const subtree = `subtree AS (
  SELECT entry.id, entry."parentId", entry.kind, entry.name, entry.size, entry."modifiedAt", entry."blobKey", 0 AS depth, 0 AS "pathBytes"
    FROM "Entry" entry WHERE entry.id = ANY ($2::bigint[]) AND entry."treeId" = $1
   UNION ALL
  SELECT child.*, above.depth + 1, above."pathBytes" + 1 + octet_length(child.name)
    FROM subtree above
   CROSS JOIN LATERAL (
     SELECT entry.id, entry."parentId", entry.kind, entry.name, entry.size, entry."modifiedAt", entry."blobKey"
       FROM "Entry" entry WHERE entry."treeId" = $1 AND entry."parentId" = above.id OFFSET 0
   ) child
   WHERE above.kind = 'folder'
)`;

/** What a part of a tree holds. */
export interface SubtreeTotals {
  files: number;
  /** Bytes of all files, inflated. */
  bytes: number;
}

/** How far a part of a tree reaches below its top. */
export interface SubtreeReach extends SubtreeTotals {
  /** Entries, its top among them. */
  entries: number;
  /** Levels below the top; 0 of a file. */
  depth: number;
  /** Bytes of the longest path below the top, with the slash before it; 0 of a file. */
  pathBytes: number;
}

/** @param topIds entries of the tree, of which none lies below another one. @returns for each that is there */
export async function measureSubtrees(client: Queryable, treeId: number, topIds: readonly number[]): Promise<Map<number, SubtreeReach>> {
  const { rows } = await client.query<SubtreeReach & { top: number }>({
    name: "trees:measure-subtrees",
    text: `WITH RECURSIVE subtree AS (
             SELECT entry.id AS top, entry.id, entry.kind, entry.size, 0 AS depth, 0 AS "pathBytes"
               FROM "Entry" entry WHERE entry.id = ANY ($2::bigint[]) AND entry."treeId" = $1
              UNION ALL
             SELECT above.top, child.id, child.kind, child.size, above.depth + 1, above."pathBytes" + 1 + child.bytes
               FROM subtree above
              CROSS JOIN LATERAL (
                SELECT entry.id, entry.kind, entry.size, octet_length(entry.name) AS bytes
                  FROM "Entry" entry WHERE entry."treeId" = $1 AND entry."parentId" = above.id OFFSET 0
              ) child
              WHERE above.kind = 'folder'
           )
           SELECT top, count(*) AS entries, count(*) FILTER (WHERE kind = 'file') AS files,
                  coalesce(sum(size) FILTER (WHERE kind = 'file'), 0)::bigint AS bytes, max(depth) AS depth, max("pathBytes") AS "pathBytes"
             FROM subtree GROUP BY top`,
    values: [treeId, topIds],
  });
  return new Map(rows.map(({ top, ...reach }) => [top, reach]));
}

/** Puts an entry, with everything below it, under a folder of another tree. Its name must be free there. */
export async function moveToTree(
  client: Queryable,
  from: { treeId: number; entryId: number },
  to: { treeId: number; folderId: number },
): Promise<SubtreeTotals> {
  const { rows } = await client.query<SubtreeTotals>({
    name: "trees:move-to-tree",
    text: `WITH RECURSIVE ${subtree}, moved AS (
             UPDATE "Entry" entry SET "treeId" = $3, "parentId" = CASE WHEN entry.id = $2[1] THEN $4 ELSE entry."parentId" END
              WHERE entry.id = ANY (ARRAY(SELECT id FROM subtree)) RETURNING entry.kind, entry.size
           )
           SELECT count(*) FILTER (WHERE kind = 'file') AS files, coalesce(sum(size) FILTER (WHERE kind = 'file'), 0)::bigint AS bytes FROM moved`,
    values: [from.treeId, [from.entryId], to.treeId, to.folderId],
  });
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Deletes an entry with everything below it. @returns what it held, and the blobs that it was in, for releaseBlobs */
export async function deleteSubtree(client: Queryable, treeId: number, entryId: number): Promise<SubtreeTotals & { blobKeys: string[] }> {
  const { rows } = await client.query<SubtreeTotals & { blobKeys: string[] | null }>({
    name: "trees:delete-subtree",
    text: `WITH RECURSIVE ${subtree}, gone AS (
             DELETE FROM "Entry" entry WHERE entry.id = ANY (ARRAY(SELECT id FROM subtree)) RETURNING entry.kind, entry.size, entry."blobKey"
           )
           SELECT count(*) FILTER (WHERE kind = 'file') AS files, coalesce(sum(size) FILTER (WHERE kind = 'file'), 0)::bigint AS bytes,
                  array_agg(DISTINCT "blobKey") FILTER (WHERE "blobKey" IS NOT NULL) AS "blobKeys"
             FROM gone`,
    values: [treeId, [entryId]],
  });
  const { files = 0, bytes = 0, blobKeys } = rows[0] ?? {};
  return { files, bytes, blobKeys: blobKeys ?? [] };
}

/** An entry to copy, and what its copy is called. */
export interface NamedCopy {
  id: number;
  name: string;
}

/**
 * Copies entries, with everything below them, into a folder of the same tree. Only rows are copied: files are the same slices of the
 * same blobs. What is copied is what was there before, also where the folder lies in what is copied.
 * @param copies of which no entry lies below another one; the names must be free in the folder
 */
export async function copySubtrees(client: Queryable, treeId: number, copies: readonly NamedCopy[], folderId: number): Promise<void> {
  await client.query({
    name: "trees:copy-subtrees",
    text: `WITH RECURSIVE ${subtree}, top AS MATERIALIZED (
             SELECT id, name FROM unnest($2::bigint[], $3::text[]) AS top (id, name)
           ), folder AS MATERIALIZED (
             SELECT id, "parentId", name, "modifiedAt", depth, nextval(pg_get_serial_sequence('"Entry"', 'id')) AS copy
               FROM subtree WHERE kind = 'folder'
           ), folders AS (
             INSERT INTO "Entry" (id, "treeId", "parentId", kind, name, "modifiedAt")
             SELECT folder.copy, $1, CASE WHEN folder.depth = 0 THEN $4 ELSE parent.copy END, 'folder',
                    CASE WHEN folder.depth = 0 THEN top.name ELSE folder.name END, folder."modifiedAt"
               FROM folder LEFT JOIN folder parent ON parent.id = folder."parentId" LEFT JOIN top ON top.id = folder.id
           )
           INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "modifiedAt", "blobKey", "offset", "hasLocalHeader", "storedSize", method, crc32)
           SELECT $1, CASE WHEN inner_file.depth = 0 THEN $4 ELSE parent.copy END, 'file',
                  CASE WHEN inner_file.depth = 0 THEN top.name ELSE file.name END, file.size, file."modifiedAt", file."blobKey",
                  file."offset", file."hasLocalHeader", file."storedSize", file.method, file.crc32
             FROM (SELECT id, "parentId", depth FROM subtree WHERE kind = 'file') inner_file
            CROSS JOIN LATERAL (SELECT * FROM "Entry" entry WHERE entry.id = inner_file.id OFFSET 0) file
             LEFT JOIN folder parent ON parent.id = inner_file."parentId" LEFT JOIN top ON top.id = inner_file.id`,
    values: [treeId, copies.map(({ id }) => id), copies.map(({ name }) => name), folderId],
  });
}

/** Puts entries under another folder of their tree: as many rows as there are entries, whatever lies below them. */
export async function reparent(client: Queryable, treeId: number, entryIds: readonly number[], folderId: number): Promise<void> {
  await client.query({
    name: "trees:reparent",
    text: `UPDATE "Entry" SET "parentId" = $3 WHERE id = ANY ($2::bigint[]) AND "treeId" = $1`,
    values: [treeId, entryIds, folderId],
  });
}

/** @returns what everything in a folder is called */
export async function listNames(client: Queryable, treeId: number, folderId: number): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>({
    name: "trees:list-names",
    text: `SELECT name FROM "Entry" WHERE "treeId" = $1 AND "parentId" = $2`,
    values: [treeId, folderId],
  });
  return new Set(rows.map(({ name }) => name));
}
