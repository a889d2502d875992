import { db } from "../../db/client";
import type { SessionViewer } from "../sessions/schema";
import type { PasskeySummary } from "./schema";

/** Lists the viewer's own passkeys, the newest first. */
export async function listPasskeys({ accountId }: Pick<SessionViewer, "accountId">): Promise<PasskeySummary[]> {
  const passkeys = await db().passkey.findMany({ where: { accountId }, orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
  return passkeys.map(({ id: _id, name, createdAt, lastUsedAt }) => ({
    _id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
