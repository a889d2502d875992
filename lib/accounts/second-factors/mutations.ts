import { type AuditActor, auditActor, recordAudit } from "../../audit/mutations";
import { inTransaction, type Transaction } from "../../db/transaction";
import { env } from "../../env";
import { AppError, notFound } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { addNotice } from "../notices/mutations";
import { requireRecentProof } from "../proofs/policy";
import { lockOwnSession } from "../sessions/mutations";
import type { SessionViewer } from "../sessions/schema";
import { newAuthenticator, openSecret, sealSecret, stepOfCode } from "./codes";
import { hasSecondFactor } from "./data";
import { ensureRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";
import type { NewAuthenticator } from "./schema";

interface FactorChange {
  action: "account.factor-added" | "account.factor-removed" | "account.factors-reset" | "account.recovery-codes-made";
  /** A sentence for the mail to the account. */
  change: string;
  details?: Prisma.InputJsonObject;
}

/** Records a change of an account's second factors, and has a worker mail it to the account. */
export async function noteChange(
  tx: Transaction,
  account: { id: string; email: string },
  actor: AuditActor | null,
  { action, change, details }: FactorChange,
): Promise<void> {
  const target = { type: "account", id: account.id, name: account.email };
  await recordAudit(tx, { action, actor, target, ...(details ? { details } : {}) });
  await addNotice(tx, account.id, { kind: "factor-changed", change, at: new Date().toISOString() });
}

/** Changes the viewer's own second factors, one change at a time. @throws AppError 401; 403 without a recent proof */
async function changeOwn<Result>(viewer: SessionViewer, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  await requireRecentProof(viewer);
  return inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    return work(tx);
  });
}

const own = ({ accountId, email }: SessionViewer) => ({ id: accountId, email });

/** Begins to set up an authenticator app. A first code confirms it; until then nothing changes. @throws AppError 401, 403, 409 when there is one */
export function beginAuthenticator(viewer: SessionViewer): Promise<NewAuthenticator> {
  const { accountId, email } = viewer;
  return changeOwn(viewer, async (tx) => {
    if (await tx.authenticator.count({ where: { accountId, confirmedAt: { not: null } } })) {
      throw new AppError("conflict", "This account has an authenticator app already. Remove it first.");
    }
    const authenticator = newAuthenticator(email);
    const data = { secret: sealSecret(authenticator.secret, accountId), createdAt: new Date(), lastStep: null };
    await tx.authenticator.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
    return authenticator;
  });
}

const WRONG_CODE = "This code is wrong. Check the time of your device.";

/** Confirms an authenticator app. @returns recovery codes with the first second factor, else null @throws AppError 400 for a wrong code; 401; 403; 409 */
export function confirmAuthenticator(viewer: SessionViewer, code: string, client: Client): Promise<string[] | null> {
  const { accountId } = viewer;
  return changeOwn(viewer, async (tx) => {
    const begun = await tx.authenticator.findFirst({ where: { accountId, confirmedAt: null }, select: { secret: true } });
    const secret = begun && openSecret(begun.secret, accountId);
    if (!secret) throw new AppError("conflict", "Begin again: there is no authenticator app to confirm.");
    const lastStep = stepOfCode(secret, code, Date.now());
    if (lastStep === null) throw new AppError("bad_request", WRONG_CODE, { fields: { code: WRONG_CODE } });
    await tx.authenticator.update({ where: { accountId }, data: { confirmedAt: new Date(), lastStep } });
    const change = {
      action: "account.factor-added",
      change: "An authenticator app was added.",
      details: { factor: "authenticator" },
    } as const;
    await noteChange(tx, own(viewer), auditActor(viewer, client), change);
    return ensureRecoveryCodes(tx, accountId);
  });
}

/** After the removal of a factor: deletes recovery codes with the last one. @throws AppError 409 when the role must keep one */
export async function settleRemoval(tx: Transaction, { accountId, role }: SessionViewer): Promise<void> {
  if (await hasSecondFactor(tx, accountId)) return;
  if (env().mfaRoles.includes(role)) {
    throw new AppError("conflict", "Your role needs a second factor. Add another one before you remove this one.");
  }
  await tx.recoveryCode.deleteMany({ where: { accountId } });
}

/** Removes the authenticator app. @throws AppError 401; 403; 404 without one; 409 when the role must keep it */
export function removeAuthenticator(viewer: SessionViewer, client: Client): Promise<void> {
  const { accountId } = viewer;
  return changeOwn(viewer, async (tx) => {
    const { count } = await tx.authenticator.deleteMany({ where: { accountId, confirmedAt: { not: null } } });
    if (count === 0) throw notFound("This account has no authenticator app.");
    await settleRemoval(tx, viewer);
    const change = {
      action: "account.factor-removed",
      change: "The authenticator app was removed.",
      details: { factor: "authenticator" },
    } as const;
    await noteChange(tx, own(viewer), auditActor(viewer, client), change);
  });
}

/** Replaces the recovery codes. @returns the new ones @throws AppError 401; 403; 409 without a second factor */
export function makeRecoveryCodes(viewer: SessionViewer, client: Client): Promise<string[]> {
  return changeOwn(viewer, async (tx) => {
    if (!(await hasSecondFactor(tx, viewer.accountId))) throw new AppError("conflict", "Recovery codes come with the first second factor.");
    const change = {
      action: "account.recovery-codes-made",
      change: "New recovery codes were made. The former ones no longer work.",
    } as const;
    await noteChange(tx, own(viewer), auditActor(viewer, client), change);
    return replaceRecoveryCodes(tx, viewer.accountId);
  });
}
