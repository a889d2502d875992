import { db } from "../../db/client";
import { type Database, queryRows } from "../../db/query";
import { toSafeName } from "../../projects/schema";
import { isSliced } from "../../trees/slices/blob-slices";

/**
 * Returns true while an upload of another account holds the name of a new project (metadata `newProjectName`).
 * The reservation ends with the upload. From the import on, the import and the project hold the name.
 */
export async function isNameReserved(name: string, ownerId: string, client: Database = db()): Promise<boolean> {
  const safeName = toSafeName(name);
  const rows = await queryRows<{ name: string }>(client, {
    text: `SELECT DISTINCT u.metadata ->> 'newProjectName' AS name FROM "Upload" u
            WHERE u.metadata ? 'newProjectName' AND u."ownerId" <> $1 AND u."expiresAt" > now()
              AND NOT EXISTS (SELECT FROM "Import" WHERE "blobKey" = u.id OR ("safeName" = $2 AND "createdAt" >= u."createdAt"))
              AND NOT ${isSliced("u.id")}`,
    values: [ownerId, safeName],
  });
  return rows.some((reserved) => toSafeName(reserved.name) === safeName);
}
