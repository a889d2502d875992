import type { Viewer } from "../../accounts/sessions/schema";
import { inTransaction } from "../../db/transaction";
import type { Client } from "../../http/client";
import { RateLimits } from "../../http/rate-limits";
import { wakeWorkers } from "../../jobs/notifications";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Requests that admins have not answered stay on their dashboard for this long. */
const KEPT_DAYS = 30;

const limits = new RateLimits(
  "access-request",
  { account: { points: 20, duration: 60 * 60 } },
  "Too many access requests. Please try again later.",
);

/**
 * Stores a request to open a map, once a day for an account and a map. A worker answers it, so neither the answer nor its duration
 * reveals whether the map exists. @throws AppError 429
 */
export async function requestAccess({ accountId }: Viewer, safeName: string, { address }: Client): Promise<void> {
  await limits.consume(["account", accountId]);
  await inTransaction(async (client) => {
    const before = (days: number) => ({ createdAt: { lt: new Date(Date.now() - days * DAY_MS) } });
    await client.accessRequest.deleteMany({ where: { OR: [before(KEPT_DAYS), { accountId, safeName, ...before(1) }] } });
    await client.accessRequest.createMany({ data: { accountId, safeName, address }, skipDuplicates: true });
    await wakeWorkers(client);
  });
}
