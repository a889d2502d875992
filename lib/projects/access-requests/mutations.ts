import type { Viewer } from "../../accounts/sessions/schema";
import { execute } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import type { Client } from "../../http/client";
import { RateLimits } from "../../http/rate-limits";
import { wakeWorkers } from "../../jobs/wake-up";

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
    await execute(client, { text: `DELETE FROM "AccessRequest" WHERE "createdAt" < now() - interval '1 day'` });
    await execute(client, {
      text: `INSERT INTO "AccessRequest" (id, "accountId", "safeName", address) VALUES (gen_random_uuid(), $1, $2, $3) ON CONFLICT DO NOTHING`,
      values: [accountId, safeName, address],
    });
    await wakeWorkers(client);
  });
}
