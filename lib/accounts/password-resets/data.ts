import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { hashSecretToken } from "../../http/secret-token";
import { resetTokenSchema } from "./schema";

export interface ValidReset {
  id: string;
  accountId: string;
  email: string;
  name: string;
  /** Hash of a password that the account has not chosen; null when it has. */
  assignedHash: string | null;
}

/** Checks a link without using it up, because mail scanners open links. @returns null when it was used, has expired or never existed */
export async function findValidReset(token: unknown): Promise<ValidReset | null> {
  const parsed = resetTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const rows = await queryRows<ValidReset>(db(), {
    text: `SELECT r.id, r."accountId", a.email, a.name, CASE WHEN a."isPasswordAssigned" THEN a."passwordHash" END AS "assignedHash" FROM "PasswordReset" r JOIN "Account" a ON a.id = r."accountId"
            WHERE r."tokenHash" = $1 AND r."usedAt" IS NULL AND r."expiresAt" > now()`,
    values: [hashSecretToken(parsed.data)],
  });
  return rows[0] ?? null;
}

/** Returns ids of the requests that a worker should take up now, oldest first */
export async function listDueRequests(): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db(), {
    text: `SELECT id FROM "PasswordResetRequest" WHERE "dueAt" <= now() ORDER BY "dueAt"`,
  });
  return rows.map(({ id }) => id);
}
