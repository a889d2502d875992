import type { Queryable } from "../../db";
import type { Prisma } from "../../generated/prisma/client";
import { wakeWorkers, wakeWorkersBy } from "../../jobs/wake-up";
import type { Notice } from "./schema";

/** Has a worker mail a notice to an account, once the transaction has committed. */
export async function addNotice(tx: Prisma.TransactionClient, accountId: string, notice: Notice): Promise<void> {
  await tx.accountNotice.create({ data: { accountId, notice }, select: { id: true } });
  await wakeWorkers(tx);
}

/** As addNotice, for many accounts, in a transaction of node-postgres. */
export async function addNoticesBy(client: Queryable, accountIds: readonly string[], notice: Notice): Promise<void> {
  if (accountIds.length === 0) return;
  await client.query({
    text: `INSERT INTO "AccountNotice" (id, "accountId", notice) SELECT gen_random_uuid(), account, $2 FROM unnest($1::uuid[]) account`,
    values: [accountIds, JSON.stringify(notice)],
  });
  await wakeWorkersBy(client);
}
