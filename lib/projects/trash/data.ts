import { joinAccount } from "../../accounts/data";
import { isManaged, managedProjectIds } from "../../accounts/limits/policy";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import { TRASH_DAYS } from "../../trees/schema";
import type { TrashedProject } from "./schema";

/** Condition that a project is in the trash and can be restored. */
export const CAN_BE_RESTORED = `"trashedAt" > now() - interval '${TRASH_DAYS} days'`;

/** Lists the projects that the viewer can restore, the last deleted first. */
export function listTrashedProjects(viewer: AdminViewer): Promise<TrashedProject[]> {
  return queryRows<TrashedProject>(db(), {
    text: `SELECT p.id AS "_id", p.name, ${isoTime('"trashedAt"')} AS "deletedAt", ${isoTime(`("trashedAt" + interval '${TRASH_DAYS} days')`)} AS "expiresAt",
            CASE WHEN account.id IS NOT NULL THEN json_build_object('_id', account.id, 'fullName', account.name) END AS "deletedBy"
       FROM "Project" p ${joinAccount("account", 'p."trashedById"')} 
      WHERE ${CAN_BE_RESTORED} AND ${isManaged("p.id", "$1")} ORDER BY "trashedAt" DESC, p.id`,
    values: [managedProjectIds(viewer)],
  });
}
