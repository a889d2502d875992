import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db";
import { AppError, sessionEnded } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { checkPasswordGuess, countPasswordGuess, forgivePasswordGuesses } from "../../profile/policy";
import { EMAIL_FIXED, type PasswordChange, type ProfileChange, WRONG_PASSWORD } from "../../profile/schema";
import { findAccountSecretById } from "../data";
import { replacePassword } from "../mutations";
import { hashPassword, withPasswordTurn } from "../passwords/passwords";
import { lockOwnSession, refreshSession } from "../sessions/mutations";
import type { Viewer } from "../sessions/schema";

export interface ChangedProfile {
  outcome: "changed" | "unchanged";
  /** With the new name in it; the session is prolonged along the way. */
  token: string;
}

/**
 * Changes one's own name.
 * @throws AppError 400 for another address than the account's own; 401 when the account or the session ended meanwhile
 */
export async function changeProfile(viewer: Viewer, { name, email }: ProfileChange, client: Client): Promise<ChangedProfile> {
  if (email !== undefined && email !== viewer.email) throw new AppError("bad_request", EMAIL_FIXED, { fields: { email: EMAIL_FIXED } });
  const { accountId } = viewer;
  const isChanged = await db().$transaction(async (tx) => {
    // Of two changes each tells the trail what it replaced, and a session that was ended changes nothing.
    await lockOwnSession(tx, viewer);
    const { name: before } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true } });
    if (before === name) return false;
    await tx.account.update({ where: { id: accountId }, data: { name }, select: { id: true } });
    const target = { type: "account", id: accountId, name: viewer.email };
    const details = { role: viewer.role, before: { name: before }, after: { name } };
    await recordAudit(tx, { action: "account.changed", actor: auditActor(viewer, client), target, details });
    return true;
  });
  const refreshed = await refreshSession({ ...viewer, name });
  if (!refreshed) throw sessionEnded();
  return { outcome: isChanged ? "changed" : "unchanged", token: refreshed.token };
}

/** Counts a guess at the current password and looks at it. What is turned away for want of a place is not counted: it was no guess. */
function isCurrentPassword(accountId: string, stored: string, password: string): Promise<boolean> {
  return withPasswordTurn(
    `account ${accountId}`,
    () => checkPasswordGuess(accountId),
    async (_, verify) => {
      await countPasswordGuess(accountId);
      return verify(stored, password);
    },
  );
}

/**
 * Keeps the password that was verified until the transaction ends. Of two changes at once one wins: what the other one took for
 * the current password no longer is. Nor may a session win that was ended while it asked; it would end the one that ended it.
 * @throws AppError 401 when the session was ended
 */
async function lockPassword(tx: Prisma.TransactionClient, viewer: Viewer, verified: string): Promise<boolean> {
  await lockOwnSession(tx, viewer);
  return (await tx.account.count({ where: { id: viewer.accountId, passwordHash: verified } })) > 0;
}

function wrongPassword(): AppError {
  return new AppError("bad_request", WRONG_PASSWORD, { fields: { currentPassword: WRONG_PASSWORD } });
}

/**
 * Changes one's own password. The session that asks goes on, the account's other ones end, and so do mails that are under way to
 * set it anew.
 * @returns how many sessions were ended
 * @throws AppError 400 when the current password is wrong; 401 when the account or the session is gone; 429 after too many wrong ones; 503 when too many wait
 */
export async function changePassword(viewer: Viewer, { currentPassword, newPassword }: PasswordChange, client: Client): Promise<number> {
  const { accountId, sessionId } = viewer;
  const secret = await findAccountSecretById(accountId);
  if (!secret) throw sessionEnded();
  if (!(await isCurrentPassword(accountId, secret.passwordHash, currentPassword))) throw wrongPassword();
  await forgivePasswordGuesses(accountId);
  const passwordHash = await hashPassword(newPassword);
  return db().$transaction(async (tx) => {
    if (!(await lockPassword(tx, viewer, secret.passwordHash))) throw wrongPassword();
    const endedSessions = await replacePassword(tx, accountId, passwordHash, sessionId);
    const target = { type: "account", id: accountId, name: viewer.email };
    const details = { role: viewer.role, endedSessions };
    await recordAudit(tx, { action: "account.password-changed", actor: auditActor(viewer, client), target, details });
    return endedSessions;
  });
}
