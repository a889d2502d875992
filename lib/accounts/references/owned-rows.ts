import type { Transaction } from "../../db/transaction";

/** Locks uploads and imports before their owner is deleted, in the order in which imports lock. */
export async function lockOwnedRows(tx: Transaction, accountId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM "Upload" WHERE "ownerId" = ${accountId}::uuid ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT FROM "Import" WHERE "ownerId" = ${accountId}::uuid ORDER BY id FOR UPDATE`;
}
