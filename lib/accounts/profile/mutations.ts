import { auditActor, recordAudit, recordAuditBy } from "../../audit/mutations";
import { db, pool } from "../../db";
import { AppError, sessionEnded } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { RateLimits } from "../../http/rate-limits";
import { logger } from "../../logging/logger";
import { findAccountSecretById } from "../data";
import { replacePassword } from "../mutations";
import { hashNewPassword } from "../passwords/new-password";
import { withPasswordTurn } from "../passwords/passwords";
import { lockOwnSession, refreshSession } from "../sessions/mutations";
import type { SessionViewer, Viewer } from "../sessions/schema";
import { EMAIL_FIXED } from "../values";
import { type PasswordChange, type Preferences, type ProfileChange, storedPreferencesSchema, WRONG_PASSWORD } from "./schema";

export interface ChangedProfile {
  outcome: "changed" | "unchanged";
  token: string;
}

/** Changes one's own name. @throws AppError 400 for another address than one's own; 401 when account or session has ended */
export async function changeProfile(viewer: SessionViewer, { name, email }: ProfileChange, client: Client): Promise<ChangedProfile> {
  if (email !== undefined && email !== viewer.email) throw new AppError("bad_request", EMAIL_FIXED, { fields: { email: EMAIL_FIXED } });
  const { accountId } = viewer;
  const isChanged = await db().$transaction(async (tx) => {
    // Serializes changes. An ended session changes nothing.
    await lockOwnSession(tx, viewer);
    const { name: before } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true } });
    if (before === name) return false;
    await tx.account.update({ where: { id: accountId }, data: { name }, select: { id: true } });
    const target = { type: "account", id: accountId, name: viewer.email };
    const details = { role: viewer.role, before: { name: before }, after: { name } };
    await recordAudit(tx, { action: "account.changed", actor: auditActor(viewer, client), target, details });
    return true;
  });
  const { token } = await refreshSession({ ...viewer, name });
  return { outcome: isChanged ? "changed" : "unchanged", token };
}

/** Limits guesses at a current password by account, so that a stolen session can't try many. */
const guesses = new RateLimits(
  "current-password",
  { account: { points: 10, duration: 15 * 60 } },
  "Too many wrong passwords. Please try again later.",
);

/** Requests rejected because the queue is full do not count as guesses. @throws AppError 429, 503 */
function isCurrentPassword(accountId: string, stored: string, password: string): Promise<boolean> {
  return withPasswordTurn(
    `account ${accountId}`,
    () => guesses.check(["account", accountId]),
    async (_, verify) => {
      await guesses.count(["account", accountId]);
      return verify(stored, password);
    },
  );
}

/** Locks the verified password until the transaction ends, so that one of two concurrent changes fails. @throws AppError 401 */
async function lockPassword(tx: Prisma.TransactionClient, viewer: SessionViewer, verified: string): Promise<boolean> {
  await lockOwnSession(tx, viewer);
  return (await tx.account.count({ where: { id: viewer.accountId, passwordHash: verified } })) > 0;
}

function wrongPassword(): AppError {
  return new AppError("bad_request", WRONG_PASSWORD, { fields: { currentPassword: WRONG_PASSWORD } });
}

/** Records a wrong guess, of which {@link guesses} allows few. The answer neither waits for it nor fails with it. */
function recordWrongPassword(viewer: Viewer, client: Client): void {
  const target = { type: "account", id: viewer.accountId, name: viewer.email };
  const event = { action: "account.password-refused", actor: auditActor(viewer, client), target, details: { role: viewer.role } } as const;
  recordAuditBy(pool(), event).catch((error: unknown) => logger.warn({ err: error }, "wrong password not recorded"));
}

/** Changes one's own password. @returns number of ended sessions @throws AppError 400 for a wrong or weak password; 401; 429; 503 */
export async function changePassword(
  viewer: SessionViewer,
  { currentPassword, newPassword }: PasswordChange,
  client: Client,
): Promise<number> {
  const { accountId, credential } = viewer;
  const secret = await findAccountSecretById(accountId);
  if (!secret) throw sessionEnded();
  if (!(await isCurrentPassword(accountId, secret.passwordHash, currentPassword))) {
    recordWrongPassword(viewer, client);
    throw wrongPassword();
  }
  await guesses.forget(["account", accountId]);
  const passwordHash = await hashNewPassword(newPassword, viewer, "newPassword");
  return db().$transaction(async (tx) => {
    if (!(await lockPassword(tx, viewer, secret.passwordHash))) throw wrongPassword();
    const endedSessions = await replacePassword(tx, accountId, passwordHash, credential.id);
    const target = { type: "account", id: accountId, name: viewer.email };
    const details = { role: viewer.role, endedSessions };
    await recordAudit(tx, { action: "account.password-changed", actor: auditActor(viewer, client), target, details });
    return endedSessions;
  });
}

/** Changes one's own preferences. Others stay. @throws AppError 401 when the account was deleted meanwhile */
export async function changePreferences({ accountId }: Viewer, change: Partial<Preferences>): Promise<Preferences> {
  const { rows } = await pool().query<{ preferences: unknown }>({
    text: `UPDATE "Account" SET preferences = preferences || $2::jsonb WHERE id = $1 RETURNING preferences`,
    values: [accountId, change],
  });
  if (!rows[0]) throw sessionEnded();
  return storedPreferencesSchema.parse(rows[0].preferences);
}
