import { joinAccount } from "../../accounts/data";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { pool } from "../../db";
import { TRASH_DAYS } from "../../trees/schema";
import type { TrashedProject } from "./schema";

/** Condition that a project is in the trash and can be restored. */
export const CAN_BE_RESTORED = `"trashedAt" > now() - interval '${TRASH_DAYS} days'`;

interface TrashedRow {
  id: string;
  name: string;
  trashedAt: Date;
  expiresAt: Date;
  accountId: string | null;
  accountName: string | null;
}

/** Lists the projects that can be restored, the last deleted first. */
export async function listTrashedProjects(_viewer: AdminViewer): Promise<TrashedProject[]> {
  const { rows } = await pool().query<TrashedRow>(
    `SELECT p.id, p.name, "trashedAt", "trashedAt" + interval '${TRASH_DAYS} days' AS "expiresAt", account.id AS "accountId", account.name AS "accountName"
       FROM "StoredProject" p ${joinAccount("account", 'p."trashedById"')} WHERE ${CAN_BE_RESTORED} ORDER BY "trashedAt" DESC, p.id`,
  );
  return rows.map(({ id, name, trashedAt, expiresAt, accountId, accountName }) => ({
    _id: id,
    name,
    deletedAt: trashedAt.toISOString(),
    deletedBy: accountId === null ? null : { _id: accountId, fullName: accountName ?? "" },
    expiresAt: expiresAt.toISOString(),
  }));
}
