import { db } from "../../db/client";
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
  const reset = await db().passwordReset.findUnique({
    where: { tokenHash: hashSecretToken(parsed.data), usedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true, account: { select: { id: true, email: true, name: true, isPasswordAssigned: true, passwordHash: true } } },
  });
  if (!reset) return null;
  const { id: accountId, email, name, isPasswordAssigned, passwordHash } = reset.account;
  return { id: reset.id, accountId, email, name, assignedHash: isPasswordAssigned ? passwordHash : null };
}
