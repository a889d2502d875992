import { pool } from "../../db";
import type { ListOrder } from "../../http/paging/page";
import { countOfAccount } from "../assignments/data";
import { accountOrders, readAccountPage } from "../data";
import { assignedProjects } from "../references/assigned-projects";
import { rowIdSchema } from "../schema";
import type { AdminViewer } from "../sessions/schema";
import type { UserListQuery, UserPage, UserSort, UserSummary } from "./schema";

const projectCount = countOfAccount("a.id");
const byProjects = { key: projectCount, type: "int" } as const;
const orders: Record<UserSort, ListOrder> = {
  ...accountOrders,
  "projects-asc": { ...byProjects, direction: "ASC" },
  "projects-desc": { ...byProjects, direction: "DESC" },
};

const rowColumns = (
  assigned: `$${number}`,
) => `a.id AS "_id", a.name AS "fullName", a.email, a."createdAt", ${projectCount} AS "assignedProjectCount",
  ${assignedProjects(assigned)} AS "assignedProjects"`;

type UserRow = Omit<UserSummary, "createdAt"> & { createdAt: Date };

function presentUser({ _id, fullName, email, assignedProjects, assignedProjectCount, createdAt }: UserRow): UserSummary {
  return { _id, fullName, email, assignedProjects, assignedProjectCount, createdAt: createdAt.toISOString() };
}

/** The users that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listUserPage(_viewer: AdminViewer, { sort, assigned, ...query }: UserListQuery): Promise<UserPage> {
  const list = { role: "user", columns: rowColumns("$3"), values: [assigned ?? null] } as const;
  const { rows, ...info } = await readAccountPage<UserRow>(list, orders[sort], query);
  return { users: rows.map(presentUser), ...info };
}

/** Returns the user with every project assigned to it, or null when no user has this id */
export async function findUser(_viewer: AdminViewer, id: string): Promise<UserSummary | null> {
  if (!rowIdSchema.safeParse(id).success) return null;
  const { rows } = await pool().query<UserRow>({
    text: `SELECT ${rowColumns("$2")} FROM "Account" a WHERE a.id = $1 AND a.role = 'user'`,
    values: [id, null],
  });
  return rows[0] ? presentUser(rows[0]) : null;
}
