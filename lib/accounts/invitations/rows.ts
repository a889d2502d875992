/** Changes of invitations in the transaction of an account's change, which has locked the account. */
import { type AuditActor, recordAudit } from "../../audit/mutations";
import type { Transaction } from "../../db/transaction";
import type { Account } from "../../generated/prisma/client";
import { wakeWorkers } from "../../jobs/notifications";

/** The target of audit events about an invitation. */
export const invitationTarget = ({ id, email }: Pick<Account, "id" | "email">) => ({ type: "account", id, name: email });

/** Invites the person of a new account. A worker mails the link, once the transaction has committed. */
export async function addInvitation(tx: Transaction, account: Pick<Account, "id" | "email">, actor: AuditActor): Promise<void> {
  await tx.invitation.create({ data: { accountId: account.id, invitedById: actor.accountId }, select: { accountId: true } });
  await recordAudit(tx, { action: "invitation.sent", actor, target: invitationTarget(account) });
  await wakeWorkers(tx);
}

/** Has a worker mail a new link. The former one ends at once. @returns false without an invitation */
export async function renewInvitation(tx: Transaction, account: Pick<Account, "id" | "email">, actor: AuditActor): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { accountId: account.id },
    data: { tokenHash: null, sentAt: null, expiresAt: null, attempts: 0, dueAt: new Date() },
  });
  if (count === 0) return false;
  await recordAudit(tx, { action: "invitation.resent", actor, target: invitationTarget(account) });
  await wakeWorkers(tx);
  return true;
}

/** Deletes the invitation of an account. @returns false without one */
export async function endInvitation(tx: Transaction, accountId: string): Promise<boolean> {
  return (await tx.invitation.deleteMany({ where: { accountId } })).count > 0;
}
