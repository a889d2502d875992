import { isLive, isoTime } from "../../db/query";
import type { ListOrder } from "../../http/paging/page";
import { countOfAccount, isAssigned } from "../assignments/data";
import { accountOrders, readAccount, readAccountPage } from "../data";
import { isMember } from "../groups/data";
import { invitationOf, isInvitationExpired, isInvited } from "../invitations/data";
import { limitedId } from "../limits/policy";
import { isManagedGroup, isWithin, seesAccount } from "../references/managed-projects";
import { assignedProjects } from "../references/openable-projects";
import type { AdminViewer } from "../sessions/schema";
import type { UserSort } from "../values";
import type { UserListQuery, UserPage, UserSummary } from "./schema";

const projectCount = countOfAccount("a.id", "$4");
const byProjects = { key: projectCount, type: "int" } as const;
const orders: Record<UserSort, ListOrder> = {
  ...accountOrders,
  "projects-asc": { ...byProjects, direction: "ASC" },
  "projects-desc": { ...byProjects, direction: "DESC" },
};

const columns = `a.id AS "_id", a.name AS "fullName", a.email, ${isoTime('a."createdAt"')} AS "createdAt", ${isoTime('a."expiresAt"')} AS "expiresAt",
  ${projectCount} AS "assignedProjectCount", ${assignedProjects("$3", "$4")} AS "assignedProjects", ${invitationOf("a.id")} AS invitation`;

/** $3: most projects that are named of each user; null for all. $4: id of a limited admin, who sees no other users and projects, or null. */
const user = { role: "user", columns } as const;
const isSeen = seesAccount("a", "$4");

const status = `CASE WHEN NOT ${isLive("a")} OR ${isInvitationExpired("a.id")} THEN 'expired' WHEN ${isInvited("a.id")} THEN 'invited' ELSE 'active' END`;

const condition = `${isSeen} AND ($5::text IS NULL OR $5 = ${status})
  AND ($6::uuid IS NULL OR (${isMember("a.id", "$6")} AND ${isManagedGroup("$6", "$4")}))
  AND ($7::uuid IS NULL OR (${isAssigned("a.id", "$7")} AND ${isWithin("$7", "$4")}))`;

/** The users that match and that the viewer sees, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listUserPage(viewer: AdminViewer, { sort, assigned, ...query }: UserListQuery): Promise<UserPage> {
  const filtered = { ...user, condition, values: [assigned, limitedId(viewer), query.status, query.group, query.project] };
  const { rows: users, ...info } = await readAccountPage<UserSummary>(filtered, orders[sort], query);
  return { users, ...info };
}

/** Reads a user with every project assigned to it. @throws AppError 404 when no user has this id */
export function readUser(viewer: AdminViewer, id: string): Promise<UserSummary> {
  return readAccount({ ...user, condition: isSeen, values: [null, limitedId(viewer)] }, id);
}
