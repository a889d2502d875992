import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import type { SessionViewer } from "../sessions/schema";
import type { PasskeySummary } from "./schema";

/** Lists the viewer's own passkeys, the newest first. */
export async function listPasskeys({ accountId }: Pick<SessionViewer, "accountId">): Promise<PasskeySummary[]> {
  const rows = await queryRows<PasskeySummary>(db(), {
    text: `SELECT p.id AS "_id", p.name, ${isoTime('p."createdAt"')} AS "createdAt", ${isoTime('p."lastUsedAt"')} AS "lastUsedAt"
             FROM "Passkey" p WHERE p."accountId" = $1 ORDER BY p."createdAt" DESC, p.id DESC`,
    values: [accountId],
  });
  return rows;
}
