import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import type { Account } from "../../generated/prisma/client";
import { hashSecretToken } from "../../http/secret-token";
import { invitationTokenSchema } from "./schema";

/** Builds the condition that an account has not accepted its invitation. @param accountId SQL expression */
export const isInvited = (accountId: string) => `EXISTS (SELECT FROM "Invitation" invitation WHERE invitation."accountId" = ${accountId})`;

/** Builds the JSON of an account's invitation (invitationSchema), or null without one. @param accountId SQL expression */
export const invitationOf = (accountId: string) => `
  (SELECT json_build_object(
            'status', CASE WHEN i."dueAt" IS NOT NULL THEN 'sending' WHEN i."sentAt" IS NULL THEN 'failed'
                           WHEN i."expiresAt" <= now() THEN 'expired' ELSE 'pending' END,
            'expiresAt', ${isoTime('i."expiresAt"')})
     FROM "Invitation" i WHERE i."accountId" = ${accountId})`;

export interface FoundInvitation extends Pick<Account, "id" | "role" | "name" | "email"> {
  isExpired: boolean;
  /** Null when the inviter was deleted. */
  inviterName: string | null;
}

/** Finds the invitation of a link without using it up, because mail scanners open links. @returns null when it was used, revoked or replaced */
export async function findInvitation(token: unknown): Promise<FoundInvitation | null> {
  const parsed = invitationTokenSchema.safeParse(token);
  if (!parsed.success) return null;
  const rows = await queryRows<FoundInvitation>(db(), {
    text: `SELECT a.id, a.role, a.name, a.email, i."expiresAt" <= now() AS "isExpired", inviter.name AS "inviterName"
             FROM "Invitation" i JOIN "Account" a ON a.id = i."accountId" LEFT JOIN "Account" inviter ON inviter.id = i."invitedById"
            WHERE i."tokenHash" = $1`,
    values: [hashSecretToken(parsed.data)],
  });
  return rows[0] ?? null;
}

/** Returns the ids of the accounts whose invitation a worker should mail now, oldest first. */
export async function listDueInvitations(): Promise<string[]> {
  const rows = await queryRows<{ accountId: string }>(db(), {
    text: `SELECT "accountId" FROM "Invitation" WHERE "dueAt" <= now() ORDER BY "dueAt"`,
  });
  return rows.map(({ accountId }) => accountId);
}
