import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { AppError, sessionEnded } from "../../errors";
import type { Client } from "../../http/client";
import { RateLimits } from "../../http/rate-limits";
import { logger } from "../../logging/logger";
import { findAccountSecretById } from "../data";
import type { SessionViewer } from "../sessions/schema";
import { withPasswordTurn } from "./passwords";

export const WRONG_PASSWORD = "Current password is incorrect";

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

/** Records a wrong guess, of which {@link guesses} allows few. The answer neither waits for it nor fails with it. */
function recordWrongPassword(viewer: SessionViewer, client: Client): void {
  const target = { type: "account", id: viewer.accountId, name: viewer.email };
  const event = { action: "account.password-refused", actor: auditActor(viewer, client), target, details: { role: viewer.role } } as const;
  recordAudit(db(), event).catch((error: unknown) => logger.warn({ err: error }, "wrong password not recorded"));
}

/** Returns the error for a wrong current password. @param field of the form */
export function wrongPassword(field: string): AppError {
  return new AppError("bad_request", WRONG_PASSWORD, { fields: { [field]: WRONG_PASSWORD } });
}

/** Requires the viewer's own password. @param field of the form, for the error @returns the hash that it fits @throws AppError 400, 401, 429, 503 */
export async function requireCurrentPassword(viewer: SessionViewer, password: string, client: Client, field: string): Promise<string> {
  const { accountId } = viewer;
  const secret = await findAccountSecretById(accountId);
  if (!secret) throw sessionEnded();
  if (!(await isCurrentPassword(accountId, secret.passwordHash, password))) {
    recordWrongPassword(viewer, client);
    throw wrongPassword(field);
  }
  await guesses.forget(["account", accountId]);
  return secret.passwordHash;
}
