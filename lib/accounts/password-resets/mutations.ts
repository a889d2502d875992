import { recordAudit } from "../../audit/mutations";
import { db } from "../../db";
import { AppError } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { wakeWorkers } from "../../jobs/wake-up";
import { countResetRequest } from "../../password-resets/limits";
import { replacePassword } from "../mutations";
import { hashPassword } from "../passwords/passwords";
import { findValidReset, type ValidReset } from "./data";
import { type ForgotPasswordInput, INVALID_LINK, type ResetPasswordInput } from "./schema";

/**
 * Notes that somebody forgot a password; a worker does the rest. Nothing here knows whether there is such an account, so
 * nobody can tell by answer or time.
 * @throws AppError 429 over the limits
 */
export async function requestReset({ email }: ForgotPasswordInput, { address }: Client): Promise<void> {
  await countResetRequest(email, address);
  await db().$transaction(async (tx) => {
    await tx.passwordResetRequest.create({ data: { email, address }, select: { id: true } });
    await wakeWorkers(tx);
  });
}

function invalidLink(): AppError {
  return new AppError("bad_request", INVALID_LINK, { fields: { token: INVALID_LINK } });
}

/**
 * The account comes first, as in every change of an account: of two links of one account that are used at the same moment,
 * the second waits here and then finds itself used up.
 */
async function useReset(tx: Prisma.TransactionClient, { id, accountId }: ValidReset): Promise<boolean> {
  await tx.$queryRaw`SELECT FROM "Account" WHERE id = ${accountId}::uuid FOR UPDATE`;
  const now = new Date();
  const { count } = await tx.passwordReset.updateMany({ where: { id, usedAt: null, expiresAt: { gt: now } }, data: { usedAt: now } });
  return count > 0;
}

/**
 * Sets a new password by a mail's link. The link is used up, every other one of the account goes, and all sessions of the
 * account end: whoever forgot the password may have lost it to somebody.
 * @returns id of the account
 * @throws AppError 400 when the link is no longer good, 503 when too many passwords are being hashed (the link stays good)
 */
export async function resetPassword({ token, newPassword }: ResetPasswordInput, { address }: Client): Promise<string> {
  const reset = await findValidReset(token);
  if (!reset) throw invalidLink();
  const { accountId, email } = reset;
  // Hashing is dear: only for who holds a link that is good, and before the transaction, which should be short.
  const passwordHash = await hashPassword(newPassword);
  await db().$transaction(async (tx) => {
    if (!(await useReset(tx, reset))) throw invalidLink();
    const endedSessions = await replacePassword(tx, accountId, passwordHash, null);
    const target = { type: "account", id: accountId, name: email };
    await recordAudit(tx, { action: "account.password-reset", actor: { accountId, email, address }, target, details: { endedSessions } });
  });
  return accountId;
}
