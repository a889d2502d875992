import { db } from "../../db/client";
import { type Database, isoTime } from "../../db/query";
import type { Account } from "../../generated/prisma/client";
import { hashSecretToken } from "../../http/secret-token";
import { invitationTokenSchema } from "./schema";

/** Builds the condition that an account has not accepted its invitation. @param accountId SQL expression */
export const isInvited = (accountId: string) => `EXISTS (SELECT FROM "Invitation" invitation WHERE invitation."accountId" = ${accountId})`;

/** Builds the condition that the link of an account's invitation has expired. @param accountId SQL expression */
export const isInvitationExpired = (accountId: string) =>
  `EXISTS (SELECT FROM "Invitation" i WHERE i."accountId" = ${accountId} AND i."dueAt" IS NULL AND i."expiresAt" <= now())`;

/** Returns whether an account has not accepted its invitation. */
export async function hasInvitation(tx: Database, accountId: string): Promise<boolean> {
  return (await tx.invitation.count({ where: { accountId } })) > 0;
}

/** Builds the JSON of an account's invitation (invitationSchema), or null without one. @param accountId SQL expression */
export const invitationOf = (accountId: string) => `
  (SELECT json_build_object(
            'status', CASE WHEN i."dueAt" IS NOT NULL THEN 'sending' WHEN i."sentAt" IS NULL AND i.attempts > 0 THEN 'failed'
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
  const found = await db().invitation.findUnique({
    where: { tokenHash: hashSecretToken(parsed.data) },
    select: {
      expiresAt: true,
      account: { select: { id: true, role: true, name: true, email: true } },
      invitedBy: { select: { name: true } },
    },
  });
  if (!found) return null;
  const { account, expiresAt, invitedBy } = found;
  return { ...account, isExpired: expiresAt !== null && expiresAt <= new Date(), inviterName: invitedBy?.name ?? null };
}
