/** Statements about imports, which are in a layer above (docs/decisions/0050). */
import type { Queryable } from "../../db";

const IS_RUNNING = "status NOT IN ('complete', 'failed')";

/** Builds the condition that an import into a safe name is running. */
export const isImporting = (safeName: string) => `EXISTS (SELECT FROM "Import" WHERE "safeName" = ${safeName} AND ${IS_RUNNING})`;

/** Builds the condition that a running import works with a tree. */
export const isImportedInto = (treeId: string) => `EXISTS (SELECT FROM "Import" WHERE "treeId" = ${treeId} AND ${IS_RUNNING})`;

/** Builds the join of the last import into a tree, as `made`. */
export const joinImportInto = (treeId: string) =>
  `LEFT JOIN LATERAL (SELECT * FROM "Import" i WHERE i."treeId" = ${treeId} ORDER BY i."createdAt" DESC LIMIT 1) made ON true`;

/** Locks the imports into a project, before the project itself. @returns their ids */
export async function lockImportsOf(transaction: Queryable, projectId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string }>({
    text: `SELECT id FROM "Import" WHERE "safeName" = (SELECT "safeName" FROM "Project" WHERE id = $1) ORDER BY id FOR UPDATE`,
    values: [projectId],
  });
  return rows.map(({ id }) => id);
}

export async function lockImportsInto(transaction: Queryable, treeIds: readonly number[]): Promise<void> {
  await transaction.query({ text: `SELECT FROM "Import" WHERE "treeId" = ANY ($1) ORDER BY id FOR UPDATE`, values: [treeIds] });
}

/** Dismisses the account's running imports among these. */
export async function dismissImports(transaction: Queryable, ids: readonly string[], ownerId: string): Promise<void> {
  await transaction.query({
    text: `UPDATE "Import" SET "dismissedAt" = now() WHERE id = ANY ($1) AND ${IS_RUNNING} AND "ownerId" = $2`,
    values: [ids, ownerId],
  });
}
