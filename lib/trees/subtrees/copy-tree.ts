import { type Database, execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";

export interface FolderRow {
  id: number;
  parentId: number | null;
  name: string;
}

/** Locks a tree and copies its entries, as the same slices, into one with only a root. @returns false when it is gone */
export async function copyTree(tx: Transaction, from: number, to: { treeId: number; rootId: number }): Promise<boolean> {
  const locked = await execute(tx, { text: `SELECT FROM "Tree" WHERE id = $1 FOR KEY SHARE`, values: [from] });
  if (locked === 0) return false;
  await execute(tx, {
    text: `WITH folder AS MATERIALIZED (
             SELECT id, "parentId", name, "modifiedAt",
                    CASE WHEN "parentId" IS NULL THEN $3 ELSE nextval(pg_get_serial_sequence('"Entry"', 'id')) END AS copy
               FROM "Entry" WHERE "treeId" = $1 AND kind = 'folder'
           ), folders AS (
             INSERT INTO "Entry" (id, "treeId", "parentId", kind, name, "modifiedAt")
             SELECT folder.copy, $2, parent.copy, 'folder', folder.name, folder."modifiedAt"
               FROM folder JOIN folder parent ON parent.id = folder."parentId"
           )
           INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "modifiedAt", "blobKey", "offset", "hasLocalHeader", "storedSize", method, crc32)
           SELECT $2, folder.copy, 'file', file.name, file.size, file."modifiedAt", file."blobKey", file."offset", file."hasLocalHeader",
                  file."storedSize", file.method, file.crc32
             FROM "Entry" file JOIN folder ON folder.id = file."parentId"
            WHERE file."treeId" = $1 AND file.kind = 'file'`,
    values: [from, to.treeId, to.rootId],
  });
  return true;
}

/** Returns the number of edits of a tree, or null when there is none. */
export async function readRevision(client: Database, treeId: number): Promise<number | null> {
  const tree = await client.tree.findUnique({ where: { id: treeId }, select: { revision: true } });
  return tree?.revision ?? null;
}

/** Returns every folder of a tree, in no order */
export function listFolders(client: Database, treeId: number): Promise<FolderRow[]> {
  const text = `SELECT id, "parentId", name FROM "Entry" WHERE "treeId" = $1 AND kind = 'folder'`;
  return queryRows<FolderRow>(client, { text, values: [treeId] });
}

/** Deletes empty folders among these, and their parents that become empty; never the root. */
export async function deleteEmptyFolders(client: Database, treeId: number, folderIds: readonly number[]): Promise<void> {
  let candidates: readonly number[] = folderIds;
  while (candidates.length > 0) {
    const rows = await queryRows<{ parentId: number }>(client, {
      text: `DELETE FROM "Entry" folder
              WHERE id = ANY ($2::bigint[]) AND "treeId" = $1 AND kind = 'folder' AND "parentId" IS NOT NULL
                AND (SELECT child.id FROM "Entry" child WHERE child."treeId" = $1 AND child."parentId" = folder.id LIMIT 1) IS NULL
              RETURNING "parentId"`,
      values: [treeId, candidates],
    });
    candidates = [...new Set(rows.map(({ parentId }) => parentId))];
  }
}

export interface TreeMeasure {
  files: number;
  folders: number;
  bytes: number;
}

export async function measureTree(client: Database, treeId: number): Promise<TreeMeasure> {
  const rows = await queryRows<TreeMeasure>(client, {
    text: `SELECT count(*) FILTER (WHERE kind = 'file') AS files, count(*) FILTER (WHERE kind = 'folder' AND "parentId" IS NOT NULL) AS folders,
                  coalesce(sum(size) FILTER (WHERE kind = 'file'), 0)::bigint AS bytes
             FROM "Entry" WHERE "treeId" = $1`,
    values: [treeId],
  });
  return rows[0] ?? { files: 0, folders: 0, bytes: 0 };
}
