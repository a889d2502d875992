import { db } from "../../db/client";
import { isoTime, nameKey, queryRows } from "../../db/query";
import { toCsv } from "../../http/csv";
import type { AdminViewer } from "../sessions/schema";
import { readGroup } from "./data";

/** Returns the members of a group as CSV, and the name of the file. @throws AppError 404 */
export async function exportMembers(viewer: AdminViewer, groupId: string): Promise<{ name: string; csv: string }> {
  const { name } = await readGroup(viewer, groupId);
  const members = await queryRows<{ name: string; email: string; expiresAt: string | null }>(db(), {
    text: `SELECT a.name, a.email, ${isoTime('m."expiresAt"')} AS "expiresAt" FROM "GroupMember" m JOIN "Account" a ON a.id = m."accountId"
            WHERE m."groupId" = $1::uuid ORDER BY ${nameKey("a.name")}, a.id`,
    values: [groupId],
  });
  const rows = members.map(({ name: fullName, email, expiresAt }) => [fullName, email, expiresAt]);
  return { name: `members-of-${name}.csv`, csv: toCsv(["Full name", "Email", "Ends (UTC)"], rows) };
}
