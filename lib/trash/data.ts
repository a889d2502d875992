import { pool } from "../db";
import type { FileScope } from "../files/data";
import { presentTrash, type TrashRow } from "../files/trash/data";
import { TRASH_DAYS, type TrashAnswer } from "../files/trash/schema";

/** True of a tree `tree` that is in the trash of the scope $1: a project's id, or null for the shared assets. What has been let go of is not. */
export const IS_IN_TRASH = `tree.kind = 'trash' AND tree."projectId" IS NOT DISTINCT FROM $1::uuid AND tree."retiredAt" IS NULL
    AND tree."trashedAt" > now() - interval '${TRASH_DAYS} days'`;

/** The entry below the root of a tree `tree`. */
export const TRASHED_ENTRY = `SELECT entry.id, entry.kind, entry.name, entry.size, entry."modifiedAt", root.id AS "rootId"
    FROM "Entry" root JOIN "Entry" entry ON entry."treeId" = root."treeId" AND entry."parentId" = root.id
   WHERE root."treeId" = tree.id AND root."parentId" IS NULL LIMIT 1`;

/** What was deleted of a scope and can be restored, newest first. */
export async function listTrash(scope: FileScope): Promise<TrashAnswer> {
  const { rows } = await pool().query<TrashRow>({
    name: "trash:list",
    text: `SELECT tree.id, entry.kind, entry.name, tree."fileCount", tree."byteCount", tree."trashedFrom", tree."trashedAt",
                  account.id AS "accountId", account.name AS "accountName"
             FROM "Tree" tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry LEFT JOIN "Account" account ON account.id = tree."trashedById"
            WHERE ${IS_IN_TRASH} ORDER BY tree."trashedAt" DESC, tree.id DESC`,
    values: [scope.projectId],
  });
  return { success: true, items: rows.map(presentTrash) };
}
