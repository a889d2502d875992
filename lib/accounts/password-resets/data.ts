import { pool } from "../../db";
import { resetTokenSchema } from "./schema";
import { hashResetToken } from "./token";

/** A link that is still good. */
export interface ValidReset {
  id: string;
  accountId: string;
  email: string;
}

/**
 * Looks at a link without using it up: mail scanners open every link that they see.
 * @param token as it came with the address
 * @returns null when it was used, has expired or never was
 */
export async function findValidReset(token: unknown): Promise<ValidReset | null> {
  const parsed = resetTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const { rows } = await pool().query<ValidReset>({
    text: `SELECT r.id, r."accountId", a.email FROM "PasswordReset" r JOIN "Account" a ON a.id = r."accountId"
            WHERE r."tokenHash" = $1 AND r."usedAt" IS NULL AND r."expiresAt" > now()`,
    values: [hashResetToken(parsed.data)],
  });
  return rows[0] ?? null;
}

/** @returns ids of the requests that a worker should take up now, oldest first */
export async function listDueRequests(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({
    name: "password-resets:due",
    text: `SELECT id FROM "PasswordResetRequest" WHERE "dueAt" <= now() ORDER BY "dueAt"`,
  });
  return rows.map(({ id }) => id);
}
