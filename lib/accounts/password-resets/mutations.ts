import { auditActor, recordAudit } from "../../audit/mutations";
import { inTransaction, retryTransaction, type Transaction } from "../../db/transaction";
import { env } from "../../env";
import { AppError } from "../../errors";
import { type Client, clientNetwork } from "../../http/client";
import { RateLimits } from "../../http/rate-limits";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import { wakeWorkers } from "../../jobs/notifications";
import { requireNoMailServer } from "../../mail/policy";
import { hasInvitation } from "../invitations/data";
import type { SecretLink } from "../invitations/schema";
import { lockAccount, type Managed, type ManagerOf, replacePassword } from "../mutations";
import { hashNewPassword } from "../passwords/new-password";
import { verifyPassword } from "../passwords/passwords";
import { requireRecentProof } from "../proofs/policy";
import type { ManagedRole } from "../schema";
import { acceptsPassword } from "../sessions/policy";
import { findValidReset, type ValidReset } from "./data";
import { type ForgotPasswordInput, INVALID_LINK, RESET_LINK_MINUTES, type ResetPasswordInput } from "./schema";

/** Mails within a number of seconds. The account's limit lasts as long as a link is valid, so a limited user still has a valid link. */
const limits = new RateLimits(
  "password-reset",
  {
    pair: { points: 5, duration: 15 * 60 },
    account: { points: 10, duration: RESET_LINK_MINUTES * 60 },
    network: { points: 50, duration: 15 * 60 },
  },
  "Too many password reset requests. Please try again later.",
);

/** Stores a request, which a worker answers. Neither the answer nor its duration reveals whether the account exists. @throws AppError 429 */
export async function requestReset({ email }: ForgotPasswordInput, { address }: Client): Promise<void> {
  const network = clientNetwork(address);
  await limits.consume(["pair", network, email], ["account", email], ["network", network]);
  await inTransaction(async (tx) => {
    await tx.passwordResetRequest.create({ data: { email, address }, select: { id: true } });
    await wakeWorkers(tx);
  });
}

/** Makes a link with which a person sets a new password, for an admin to pass on. @throws AppError 403 without a recent proof, 404, 409 with a mail server, for an invited account, or where passwords are off */
export async function createResetLink<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  viewer: ManagerOf<Kind>,
  client: Client,
): Promise<SecretLink> {
  requireNoMailServer();
  await requireRecentProof(viewer);
  if (!acceptsPassword(managed.role)) throw new AppError("conflict", "Passwords are turned off. People sign in with single sign-on.");
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + RESET_LINK_MINUTES * 60_000);
  await retryTransaction(async (tx) => {
    const { id: accountId, email } = await lockAccount(tx, managed, viewer);
    if (await hasInvitation(tx, accountId)) throw new AppError("conflict", "This person is invited. Copy the invitation link instead.");
    await tx.passwordReset.create({ data: { accountId, tokenHash: hashSecretToken(token), expiresAt }, select: { id: true } });
    const target = { type: "account", id: accountId, name: email };
    await recordAudit(tx, { action: "account.reset-link-created", actor: auditActor(viewer, client), target });
  });
  return { url: `${env().appOrigin}/reset-password?token=${token}`, expiresAt: expiresAt.toISOString() };
}

function invalidLink(): AppError {
  return new AppError("bad_request", INVALID_LINK, { fields: { token: INVALID_LINK } });
}

/** Locks the account first, as every change of an account does. When a link is used twice at once, the second use fails. */
async function useReset(tx: Transaction, { id, accountId }: ValidReset): Promise<boolean> {
  await tx.$queryRaw`SELECT FROM "Account" WHERE id = ${accountId}::uuid FOR UPDATE`;
  const now = new Date();
  const { count } = await tx.passwordReset.updateMany({ where: { id, usedAt: null, expiresAt: { gt: now } }, data: { usedAt: now } });
  return count > 0;
}

/** Sets a password by the link of a mail and ends all links and sessions. @returns id of the account @throws AppError 400, 503 */
export async function resetPassword({ token, newPassword }: ResetPasswordInput, { address }: Client): Promise<string> {
  const reset = await findValidReset(token);
  if (!reset) throw invalidLink();
  const { accountId, email } = reset;
  // Hashing is slow: only for a valid link, and outside the transaction.
  const passwordHash = await hashNewPassword(newPassword, reset, "newPassword");
  // The same password again is not a new one.
  const isPasswordAssigned = await verifyPassword(reset.assignedHash, newPassword);
  await inTransaction(async (tx) => {
    if (!(await useReset(tx, reset))) throw invalidLink();
    const endedSessions = await replacePassword(tx, accountId, { passwordHash, isPasswordAssigned }, null);
    const target = { type: "account", id: accountId, name: email };
    await recordAudit(tx, { action: "account.password-reset", actor: { accountId, email, address }, target, details: { endedSessions } });
  });
  return accountId;
}
