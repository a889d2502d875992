import { type AuditActor, auditActor } from "../../audit/mutations";
import { inTransaction, type Transaction } from "../../db/transaction";
import { notFound } from "../../errors";
import { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { accountGone, lockAccountWhere } from "../data";
import { requireRecentProof } from "../proofs/policy";
import { rowIdSchema } from "../schema";
import { endSessions } from "../sessions/mutations";
import type { SuperadminViewer } from "../sessions/schema";
import { hasSecondFactor } from "./data";
import { noteChange } from "./mutations";

/** Deletes every second factor of a locked account, and ends its sessions. @returns their number; null when it had no factor */
async function deleteFactors(
  tx: Transaction,
  account: { id: string; email: string },
  actor: AuditActor | null,
  details: Prisma.InputJsonObject,
): Promise<number | null> {
  if (!(await hasSecondFactor(tx, account.id))) return null;
  const its = { where: { accountId: account.id } };
  await tx.authenticator.deleteMany(its);
  await tx.passkey.deleteMany(its);
  await tx.recoveryCode.deleteMany(its);
  const endedSessions = await endSessions(tx, account.id, null);
  const change = "Two-step verification was reset by an administrator. Only your password is needed now.";
  await noteChange(tx, account, actor, { action: "account.factors-reset", change, details: { endedSessions, ...details } });
  return endedSessions;
}

/** Resets the second factors of a user or an admin. @returns number of ended sessions @throws AppError 403 without a recent proof, 404 */
export async function resetFactors(viewer: SuperadminViewer, accountId: string, client: Client): Promise<number> {
  await requireRecentProof(viewer);
  const id = rowIdSchema.safeParse(accountId).data;
  if (!id) throw accountGone();
  return inTransaction(async (tx) => {
    const account = await lockAccountWhere(tx, Prisma.sql`id = ${id}::uuid AND role <> 'superadmin'`);
    if (!account) throw accountGone();
    const ended = await deleteFactors(tx, account, auditActor(viewer, client), {});
    if (ended === null) throw notFound("This account has no two-step verification.");
    return ended;
  });
}

/** Resets the second factors of an account of any role, for a superadmin who lost them. @returns number of ended sessions; null without a factor */
export function resetFactorsByEmail(email: string, details: Prisma.InputJsonObject): Promise<number | null> {
  return inTransaction(async (tx) => {
    const account = await lockAccountWhere(tx, Prisma.sql`email = ${email}`);
    return account ? deleteFactors(tx, account, null, details) : null;
  });
}
