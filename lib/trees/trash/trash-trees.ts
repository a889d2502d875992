import { joinAccount } from "../../accounts/data";
import { db } from "../../db/client";
import { execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { TRASH_DAYS } from "../schema";

/** Condition that a tree `tree` is in the trash of the project $1 (null for the shared assets) and can be restored. */
const IS_IN_TRASH = `tree.kind = 'trash' AND tree."projectId" IS NOT DISTINCT FROM $1::uuid AND tree."retiredAt" IS NULL
    AND tree."trashedAt" > now() - interval '${TRASH_DAYS} days'`;

const TRASHED_ENTRY = `SELECT entry.id, entry.kind, entry.name, entry.size, entry."modifiedAt", root.id AS "rootId"
    FROM "Entry" root JOIN "Entry" entry ON entry."treeId" = root."treeId" AND entry."parentId" = root.id
   WHERE root."treeId" = tree.id AND root."parentId" IS NULL LIMIT 1`;

const pathOf = (tree: string) => `concat_ws('/', nullif(${tree}."trashedFrom", ''), entry.name)`;

/** A tree of a deleted item. Sizes are bytes. */
export interface TrashRow {
  id: number;
  kind: "file" | "folder";
  name: string;
  fileCount: number;
  byteCount: number;
  trashedFrom: string;
  trashedAt: Date;
  accountId: string | null;
  accountName: string | null;
}

/** Lists the items that can be restored, newest first. @param projectId null for the shared assets */
export function listTrashTrees(projectId: string | null): Promise<TrashRow[]> {
  return queryRows<TrashRow>(db(), {
    text: `SELECT tree.id, entry.kind, entry.name, tree."fileCount", tree."byteCount", tree."trashedFrom", tree."trashedAt",
                  account.id AS "accountId", account.name AS "accountName"
             FROM "Tree" tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry ${joinAccount("account", 'tree."trashedById"')}
            WHERE ${IS_IN_TRASH} ORDER BY tree."trashedAt" DESC, tree.id DESC`,
    values: [projectId],
  });
}

export interface Trashing {
  projectId: string | null;
  trashedById: string;
  trashedFrom: string;
  fileCount: number;
  byteCount: number;
}

export async function markTrashed(tx: Transaction, treeId: number, trashing: Trashing): Promise<void> {
  await tx.tree.updateMany({ where: { id: treeId }, data: { ...trashing, trashedAt: new Date() } });
}

export interface TrashedEntry {
  id: number;
  rootId: number;
  kind: "file" | "folder";
  name: string;
  size: number;
  modifiedAt: Date;
  trashedFrom: string;
}

/** Locks a tree of the trash. @returns its entry, or null when it is no longer in the trash */
export async function lockTrashed(tx: Transaction, projectId: string | null, trashId: number): Promise<TrashedEntry | null> {
  const lock = { text: `SELECT FROM "Tree" tree WHERE id = $2 AND ${IS_IN_TRASH} FOR UPDATE`, values: [projectId, trashId] };
  if ((await execute(tx, lock)) === 0) return null;
  const [entry] = await queryRows<TrashedEntry>(tx, {
    text: `SELECT entry.*, tree."trashedFrom" FROM "Tree" tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry WHERE tree.id = $1`,
    values: [trashId],
  });
  return entry ?? null;
}

export interface AbandonedTrash {
  path: string;
  projectId: string | null;
}

/** Abandons the trees of a query, which a sweep deletes. */
function abandon(tx: Transaction, trees: string, values: unknown[]): Promise<AbandonedTrash[]> {
  return queryRows<AbandonedTrash>(tx, {
    text: `WITH gone AS (SELECT tree.id, tree."projectId", tree."trashedFrom" FROM "Tree" tree WHERE ${trees}), abandoned AS (
             UPDATE "Tree" tree SET "projectId" = NULL, "retiredAt" = now() FROM gone WHERE tree.id = gone.id
           )
           SELECT ${pathOf("tree")} AS path, tree."projectId" FROM gone tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry ORDER BY tree.id`,
    values,
  });
}

/** Abandons trash trees. @param ids null for all @returns the deleted paths */
export async function abandonTrash(tx: Transaction, projectId: string | null, ids: readonly number[] | null): Promise<string[]> {
  const chosen = `${IS_IN_TRASH} AND ($2::bigint[] IS NULL OR tree.id = ANY ($2)) ORDER BY tree.id FOR UPDATE`;
  return (await abandon(tx, chosen, [projectId, ids])).map(({ path }) => path);
}

/** Abandons expired trash. Skips trees that another transaction restores. */
export function abandonExpiredTrash(tx: Transaction, limit: number): Promise<AbandonedTrash[]> {
  const expired = `tree.kind = 'trash' AND tree."retiredAt" IS NULL AND tree."trashedAt" <= now() - interval '${TRASH_DAYS} days'
              ORDER BY tree."trashedAt" LIMIT $1 FOR UPDATE SKIP LOCKED`;
  return abandon(tx, expired, [limit]);
}
