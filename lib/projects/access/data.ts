import { findNamed, groupsWithAccess, peopleWithAccess } from "../../accounts/access/data";
import { limitedId, requireManagedProject } from "../../accounts/limits/policy";
import { rowIdSchema } from "../../accounts/schema";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { projectGone } from "../data";
import { guestsOf } from "../guests/data";
import type { AccessCandidates, ProjectAccess } from "./schema";

/** Reads who may open a project. @throws AppError 404 */
export async function readAccess(viewer: AdminViewer, id: string): Promise<ProjectAccess> {
  requireManagedProject(viewer, id, projectGone);
  if (!rowIdSchema.safeParse(id).success) throw projectGone();
  const [access] = await queryRows<Omit<ProjectAccess, "sendsMail" | "canAdmitGuests">>(db(), {
    text: `SELECT ${peopleWithAccess("p.id")} AS people, ${groupsWithAccess("p.id")} AS groups, ${guestsOf("projectId", "p.id")} AS guests, p."isOpenToAllUsers",
                  (SELECT count(*)::int FROM "ShareLink" s WHERE s."projectId" = p.id) AS "linkCount"
             FROM ${visibleProjects} p WHERE p.id = $1`,
    values: [id],
  });
  if (!access) throw projectGone();
  return { ...access, sendsMail: env().smtpUrl !== null, canAdmitGuests: env().deliversMail };
}

/** Finds users and groups to give access to. */
export async function findCandidates(viewer: AdminViewer, search: string): Promise<AccessCandidates> {
  return (await findNamed<AccessCandidates>(search, limitedId(viewer))) ?? { people: [], groups: [] };
}
