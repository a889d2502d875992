/** Changes of invitations in the transaction of an account's change, which has locked the account. */
import { type AuditActor, recordAudit } from "../../audit/mutations";
import type { Transaction } from "../../db/transaction";
import { env } from "../../env";
import type { Account } from "../../generated/prisma/client";
import { hashSecretToken } from "../../http/secret-token";
import { wakeWorkers } from "../../jobs/notifications";
import { INVITATION_HOURS } from "./values";

/** The target of audit events about an invitation. */
export const invitationTarget = ({ id, email }: Pick<Account, "id" | "email">) => ({ type: "account", id, name: email });

/** Returns when a worker may mail a link: never on a server whose mails reach no one. */
const mailDueAt = () => (env().deliversMail ? new Date() : null);

/** Returns when a link that is made now expires. */
export const endOfLink = () => new Date(Date.now() + INVITATION_HOURS * 60 * 60 * 1_000);

/** Invites the person of a new account. A worker mails the link, once the transaction has committed. */
export async function addInvitation(tx: Transaction, account: Pick<Account, "id" | "email">, actor: AuditActor): Promise<void> {
  await tx.invitation.create({
    data: { accountId: account.id, invitedById: actor.accountId, dueAt: mailDueAt() },
    select: { accountId: true },
  });
  await recordAudit(tx, { action: "invitation.sent", actor, target: invitationTarget(account) });
  await wakeWorkers(tx);
}

/** Has a worker mail a new link. The former one ends at once. @returns false without an invitation */
export async function renewInvitation(tx: Transaction, account: Pick<Account, "id" | "email">, actor: AuditActor): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { accountId: account.id },
    data: { tokenHash: null, sentAt: null, expiresAt: null, attempts: 0, dueAt: mailDueAt() },
  });
  if (count === 0) return false;
  await recordAudit(tx, { action: "invitation.resent", actor, target: invitationTarget(account) });
  await wakeWorkers(tx);
  return true;
}

/** Gives an invitation a link that an admin passes on. The former link and a mail that is due end. @returns when it expires; null without an invitation */
export async function linkInvitation(
  tx: Transaction,
  account: Pick<Account, "id" | "email">,
  token: string,
  actor: AuditActor,
): Promise<Date | null> {
  const expiresAt = endOfLink();
  const data = { tokenHash: hashSecretToken(token), sentAt: null, expiresAt, attempts: 0, dueAt: null };
  const { count } = await tx.invitation.updateMany({ where: { accountId: account.id }, data });
  if (count === 0) return null;
  await recordAudit(tx, { action: "invitation.link-created", actor, target: invitationTarget(account) });
  return expiresAt;
}

/** Deletes the invitation of an account. @returns false without one */
export async function endInvitation(tx: Transaction, accountId: string): Promise<boolean> {
  return (await tx.invitation.deleteMany({ where: { accountId } })).count > 0;
}
