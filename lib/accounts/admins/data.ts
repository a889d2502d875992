import { isoTime } from "../../db/query";
import { accountOrders, readAccount, readAccountPage } from "../data";
import { invitationOf } from "../invitations/data";
import { namedLimitOf } from "../references/managed-projects";
import type { SuperadminViewer } from "../sessions/schema";
import type { AdminListQuery, AdminPage, AdminSummary } from "./schema";

const columns = `a.id AS "_id", a.name, a.email, ${isoTime('a."createdAt"')} AS "createdAt", ${namedLimitOf("a")} AS "limit", ${invitationOf("a.id")} AS invitation`;
const admin = { role: "admin", columns } as const;

/** The admins that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAdminPage(_viewer: SuperadminViewer, { sort, ...query }: AdminListQuery): Promise<AdminPage> {
  const { rows: admins, ...info } = await readAccountPage<AdminSummary>(admin, accountOrders[sort], query);
  return { admins, ...info };
}

/** Reads an admin. @throws AppError 404 when no admin has this id */
export function readAdmin(_viewer: SuperadminViewer, id: string): Promise<AdminSummary> {
  return readAccount(admin, id);
}
