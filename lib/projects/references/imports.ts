import { execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";

/** Statements about imports, which are in a layer above (docs/decisions/0050). */

const IS_RUNNING = "status NOT IN ('complete', 'failed')";

/** Builds the condition that an import into a safe name is running. */
export const isImporting = (safeName: string) => `EXISTS (SELECT FROM "Import" WHERE "safeName" = ${safeName} AND ${IS_RUNNING})`;

/** Builds the condition that a running import works with a tree. */
export const isImportedInto = (treeId: string) => `EXISTS (SELECT FROM "Import" WHERE "treeId" = ${treeId} AND ${IS_RUNNING})`;

/** Builds the join of the last import into a tree, as `made`. */
export const joinImportInto = (treeId: string) =>
  `LEFT JOIN LATERAL (SELECT * FROM "Import" i WHERE i."treeId" = ${treeId} ORDER BY i."createdAt" DESC LIMIT 1) made ON true`;

/** Locks the imports into a project, before the project itself. @returns their ids */
export async function lockImportsOf(tx: Transaction, projectId: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(tx, {
    text: `SELECT id FROM "Import" WHERE "safeName" = (SELECT "safeName" FROM ${visibleProjects} project WHERE id = $1) ORDER BY id FOR UPDATE`,
    values: [projectId],
  });
  return rows.map(({ id }) => id);
}

export async function lockImportsInto(tx: Transaction, treeIds: readonly number[]): Promise<void> {
  await execute(tx, { text: `SELECT FROM "Import" WHERE "treeId" = ANY ($1) ORDER BY id FOR UPDATE`, values: [treeIds] });
}

/**
 * Ends the running imports among these and takes the project from all. A published one keeps its tree, so {@link resumeImports} can
 * continue it. A sweep deletes the tree of another.
 * @param accountId whose ended imports are not reported as failed
 */
export async function endImports(tx: Transaction, projectId: string, ids: readonly string[], accountId: string): Promise<void> {
  const rows = await queryRows<{ id: string }>(tx, {
    text: `UPDATE "Import" SET status = 'failed', "leaseToken" = NULL, "finishedAt" = now(),
                  error = 'The project was deleted while its ' || CASE WHEN "projectId" IS NULL THEN 'map was being replaced.' ELSE 'files were being checked.' END,
                  "dismissedAt" = CASE WHEN "ownerId" = $2 THEN now() END
            WHERE id = ANY ($1) AND ${IS_RUNNING} RETURNING id`,
    values: [ids, accountId],
  });
  const ended = { in: rows.map(({ id }) => id) };
  await tx.importBlob.deleteMany({ where: { importId: ended } });
  await tx.tree.updateMany({ where: { projectId: null, imports: { some: { id: ended } } }, data: { retiredAt: new Date() } });
  await tx.import.updateMany({ where: { projectId }, data: { projectId: null } });
}

/** Gives a restored project its imports back. Failed imports have no tree, so one with a tree was ended by {@link endImports}. */
export async function resumeImports(tx: Transaction, projectId: string, safeName: string): Promise<void> {
  await execute(tx, {
    text: `UPDATE "Import" SET "projectId" = $1, "safeName" = $2, error = NULL, attempts = 0,
                  status = CASE status WHEN 'failed' THEN 'verifying' ELSE status END,
                  "finishedAt" = CASE status WHEN 'failed' THEN NULL ELSE "finishedAt" END,
                  "dismissedAt" = CASE status WHEN 'failed' THEN NULL ELSE "dismissedAt" END
            WHERE "treeId" IN (SELECT id FROM "Tree" WHERE "projectId" = $1 AND kind = 'project')`,
    values: [projectId, safeName],
  });
}
