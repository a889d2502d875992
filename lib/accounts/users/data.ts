import { pool } from "../../db";
import type { ListOrder } from "../../http/paging/page";
import { presentUser, type UserRow } from "../../users/present";
import { accountOrders, readAccountPage } from "../data";
import { rowIdSchema } from "../schema";
import type { AdminViewer } from "../sessions/schema";
import type { UserListQuery, UserPage, UserSort, UserSummary } from "./schema";

const projectCount = `(SELECT count(*)::int FROM "Assignment" s WHERE s."accountId" = a.id)`;
const byProjects = { key: projectCount, type: "int" } as const;
const orders: Record<UserSort, ListOrder> = {
  ...accountOrders,
  "projects-asc": { ...byProjects, direction: "ASC" },
  "projects-desc": { ...byProjects, direction: "DESC" },
};

/** What presentUser reads, of an account `a`. @param assigned number of the parameter that bounds how many projects are named */
const rowColumns = (assigned: `$${number}`) => `a.id, a.name, a.email, a."createdAt", ${projectCount} AS "assignedProjectCount",
  coalesce((SELECT json_agg(named) FROM (
    SELECT p.id AS "_id", p.name FROM "Assignment" s JOIN "Project" p ON p.id = s."projectId"
     WHERE s."accountId" = a.id ORDER BY lower(p.name), p.id LIMIT ${assigned}) named), '[]') AS "assignedProjects"`;

/** The users that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listUserPage(_viewer: AdminViewer, { sort, assigned, ...query }: UserListQuery): Promise<UserPage> {
  const list = { role: "user", columns: rowColumns("$3"), values: [assigned ?? null] } as const;
  const { rows, ...info } = await readAccountPage<UserRow>(list, orders[sort], query);
  return { users: rows.map(presentUser), ...info };
}

/** @returns the user with every project assigned to it, or null when no user has this id */
export async function findUser(_viewer: AdminViewer, id: string): Promise<UserSummary | null> {
  if (!rowIdSchema.safeParse(id).success) return null;
  const { rows } = await pool().query<UserRow>({
    text: `SELECT ${rowColumns("$2")} FROM "Account" a WHERE a.id = $1 AND a.role = 'user'`,
    values: [id, null],
  });
  return rows[0] ? presentUser(rows[0]) : null;
}
