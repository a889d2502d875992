import { pool } from "../../db";
import { accountOrders, readAccountPage } from "../data";
import { rowIdSchema } from "../schema";
import type { SuperadminViewer } from "../sessions/schema";
import type { AdminListQuery, AdminPage, AdminSummary } from "./schema";

type AdminRow = Omit<AdminSummary, "createdAt"> & { createdAt: Date };

const rowColumns = `a.id AS "_id", a.name, a.email, a."createdAt"`;

function presentAdmin({ _id, name, email, createdAt }: AdminRow): AdminSummary {
  return { _id, name, email, createdAt: createdAt.toISOString() };
}

/** The admins that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAdminPage(_viewer: SuperadminViewer, { sort, ...query }: AdminListQuery): Promise<AdminPage> {
  const { rows, ...info } = await readAccountPage<AdminRow>({ role: "admin", columns: rowColumns }, accountOrders[sort], query);
  return { admins: rows.map(presentAdmin), ...info };
}

/** Returns the admin, or null when no admin has this id */
export async function findAdmin(_viewer: SuperadminViewer, id: string): Promise<AdminSummary | null> {
  if (!rowIdSchema.safeParse(id).success) return null;
  const { rows } = await pool().query<AdminRow>({
    text: `SELECT ${rowColumns} FROM "Account" a WHERE a.id = $1 AND a.role = 'admin'`,
    values: [id],
  });
  return rows[0] ? presentAdmin(rows[0]) : null;
}
