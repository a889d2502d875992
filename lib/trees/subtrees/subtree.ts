import { type Database, execute, queryRows } from "../../db/query";
import type { Entry } from "../data";

/** `subtree`: the entries $2 of the tree $1 as `top` and all below; OFFSET 0 forces index probes even with stale statistics. */
const subtree = `subtree AS (
  SELECT entry.id AS top, entry.id, entry."parentId", entry.kind, entry.name, entry.size, entry."modifiedAt", 0 AS depth, 0 AS "pathBytes"
    FROM "Entry" entry WHERE entry.id = ANY ($2::bigint[]) AND entry."treeId" = $1
   UNION ALL
  SELECT above.top, child.*, above.depth + 1, above."pathBytes" + 1 + octet_length(child.name)
    FROM subtree above
   CROSS JOIN LATERAL (
     SELECT entry.id, entry."parentId", entry.kind, entry.name, entry.size, entry."modifiedAt"
       FROM "Entry" entry WHERE entry."treeId" = $1 AND entry."parentId" = above.id OFFSET 0
   ) child
   WHERE above.kind = 'folder'
)`;

const TOTALS = `count(*) FILTER (WHERE kind = 'file') AS files, coalesce(sum(size) FILTER (WHERE kind = 'file'), 0)::bigint AS bytes`;

export interface SubtreeTotals {
  files: number;
  bytes: number;
}

export interface SubtreeReach extends SubtreeTotals {
  entries: number;
  depth: number;
  /** Bytes of the longest path below the top, with the slash before it; 0 of a file. */
  pathBytes: number;
}

const nothing: SubtreeReach = { files: 0, bytes: 0, entries: 0, depth: 0, pathBytes: 0 };

/** Measures what is below entries, of which none is below another one. @returns the entries with their measures */
export async function measureSubtrees<Top extends { id: number }>(
  client: Database,
  treeId: number,
  tops: readonly Top[],
): Promise<(Top & SubtreeReach)[]> {
  const rows = await queryRows<SubtreeReach & { top: number }>(client, {
    text: `WITH RECURSIVE ${subtree}
           SELECT top, count(*) AS entries, ${TOTALS}, max(depth) AS depth, max("pathBytes") AS "pathBytes" FROM subtree GROUP BY top`,
    values: [treeId, tops.map(({ id }) => id)],
  });
  const reaches = new Map(rows.map(({ top, ...reach }) => [top, reach]));
  return tops.map((top) => ({ ...top, ...(reaches.get(top.id) ?? nothing) }));
}

/** Moves an entry and everything below it to a folder of another tree, where its name must be free. */
export async function moveToTree(
  client: Database,
  from: { treeId: number; entryId: number },
  to: { treeId: number; folderId: number },
): Promise<SubtreeTotals> {
  const rows = await queryRows<SubtreeTotals>(client, {
    text: `WITH RECURSIVE ${subtree}, moved AS (
             UPDATE "Entry" entry SET "treeId" = $3, "parentId" = CASE WHEN entry.id = $2[1] THEN $4 ELSE entry."parentId" END
              WHERE entry.id = ANY (ARRAY(SELECT id FROM subtree)) RETURNING entry.kind, entry.size
           )
           SELECT ${TOTALS} FROM moved`,
    values: [from.treeId, [from.entryId], to.treeId, to.folderId],
  });
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Deletes an entry and everything below it. @returns totals, and the blobs for releaseBlobs */
export async function deleteSubtree(client: Database, treeId: number, entryId: number): Promise<SubtreeTotals & { blobKeys: string[] }> {
  const rows = await queryRows<SubtreeTotals & { blobKeys: string[] | null }>(client, {
    text: `WITH RECURSIVE ${subtree}, gone AS (
             DELETE FROM "Entry" entry WHERE entry.id = ANY (ARRAY(SELECT id FROM subtree)) RETURNING entry.kind, entry.size, entry."blobKey"
           )
           SELECT ${TOTALS}, array_agg(DISTINCT "blobKey") FILTER (WHERE "blobKey" IS NOT NULL) AS "blobKeys" FROM gone`,
    values: [treeId, [entryId]],
  });
  const { files = 0, bytes = 0, blobKeys } = rows[0] ?? {};
  return { files, bytes, blobKeys: blobKeys ?? [] };
}

/** Copies entries with everything below, as the same slices. @param copies none below another one; names must be free in the folder */
export async function copySubtrees(
  client: Database,
  treeId: number,
  copies: readonly Pick<Entry, "id" | "name">[],
  folderId: number,
): Promise<void> {
  await execute(client, {
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

/** Moves entries to another folder of their tree by changing only their own rows. */
export async function reparent(client: Database, treeId: number, entryIds: readonly number[], folderId: number): Promise<void> {
  await client.entry.updateMany({ where: { id: { in: [...entryIds] }, treeId }, data: { parentId: folderId } });
}

/** Returns the names of everything in a folder. */
export async function listNames(client: Database, treeId: number, folderId: number): Promise<Set<string>> {
  const rows = await client.entry.findMany({ where: { treeId, parentId: folderId }, select: { name: true } });
  return new Set(rows.map(({ name }) => name));
}
