import type { Database } from "../../db/query";
import { wakeWorkers } from "../../jobs/notifications";
import type { Notice } from "./schema";

/** Has a worker mail a notice to accounts, once the transaction has committed. */
export async function addNotices(client: Database, accountIds: readonly string[], notice: Notice): Promise<void> {
  if (accountIds.length === 0) return;
  await client.accountNotice.createMany({ data: accountIds.map((accountId) => ({ accountId, notice })) });
  await wakeWorkers(client);
}

/** As {@link addNotices}, to one account. */
export function addNotice(client: Database, accountId: string, notice: Notice): Promise<void> {
  return addNotices(client, [accountId], notice);
}
