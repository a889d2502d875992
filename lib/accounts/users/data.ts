import { isoTime } from "../../db/query";
import type { ListOrder } from "../../http/paging/page";
import { countOfAccount } from "../assignments/data";
import { accountOrders, readAccount, readAccountPage } from "../data";
import { invitationOf } from "../invitations/data";
import { assignedProjects } from "../references/assigned-projects";
import type { AdminViewer } from "../sessions/schema";
import type { UserSort } from "../values";
import type { UserListQuery, UserPage, UserSummary } from "./schema";

const projectCount = countOfAccount("a.id");
const byProjects = { key: projectCount, type: "int" } as const;
const orders: Record<UserSort, ListOrder> = {
  ...accountOrders,
  "projects-asc": { ...byProjects, direction: "ASC" },
  "projects-desc": { ...byProjects, direction: "DESC" },
};

const columns = `a.id AS "_id", a.name AS "fullName", a.email, ${isoTime('a."createdAt"')} AS "createdAt", ${isoTime('a."expiresAt"')} AS "expiresAt",
  ${projectCount} AS "assignedProjectCount", ${assignedProjects("$3")} AS "assignedProjects", ${invitationOf("a.id")} AS invitation`;

/** @param assigned most projects that are named of each user; all by default */
const user = (assigned?: number) => ({ role: "user", columns, values: [assigned] }) as const;

/** The users that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listUserPage(_viewer: AdminViewer, { sort, assigned, ...query }: UserListQuery): Promise<UserPage> {
  const { rows: users, ...info } = await readAccountPage<UserSummary>(user(assigned), orders[sort], query);
  return { users, ...info };
}

/** Reads a user with every project assigned to it. @throws AppError 404 when no user has this id */
export function readUser(_viewer: AdminViewer, id: string): Promise<UserSummary> {
  return readAccount(user(), id);
}
