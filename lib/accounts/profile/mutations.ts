import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { AppError, sessionEnded } from "../../errors";
import type { Client } from "../../http/client";
import { replacePassword } from "../mutations";
import { requireCurrentPassword, wrongPassword } from "../passwords/current-password";
import { hashNewPassword } from "../passwords/new-password";
import { recordProof } from "../proofs/mutations";
import { lockOwnSession, refreshSession } from "../sessions/mutations";
import type { SessionViewer, Viewer } from "../sessions/schema";
import { EMAIL_FIXED } from "../values";
import { type PasswordChange, type Preferences, type ProfileChange, storedPreferencesSchema } from "./schema";

export interface ChangedProfile {
  outcome: "changed" | "unchanged";
  token: string;
}

/** Changes one's own name. @throws AppError 400 for another address than one's own; 401 when account or session has ended */
export async function changeProfile(viewer: SessionViewer, { name, email }: ProfileChange, client: Client): Promise<ChangedProfile> {
  if (email !== undefined && email !== viewer.email) throw new AppError("bad_request", EMAIL_FIXED, { fields: { email: EMAIL_FIXED } });
  const { accountId } = viewer;
  const isChanged = await inTransaction(async (tx) => {
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

/** Locks the verified password until the transaction ends, so that one of two concurrent changes fails. @throws AppError 401 */
async function lockPassword(tx: Transaction, viewer: SessionViewer, verified: string): Promise<boolean> {
  await lockOwnSession(tx, viewer);
  return (await tx.account.count({ where: { id: viewer.accountId, passwordHash: verified } })) > 0;
}

/** Changes one's own password. @returns number of ended sessions @throws AppError 400 for a wrong or weak password; 401; 429; 503 */
export async function changePassword(
  viewer: SessionViewer,
  { currentPassword, newPassword }: PasswordChange,
  client: Client,
): Promise<number> {
  const { accountId, credential } = viewer;
  const verified = await requireCurrentPassword(viewer, currentPassword, client, "currentPassword");
  const passwordHash = await hashNewPassword(newPassword, viewer, "newPassword");
  return inTransaction(async (tx) => {
    if (!(await lockPassword(tx, viewer, verified))) throw wrongPassword("currentPassword");
    const endedSessions = await replacePassword(tx, accountId, { passwordHash, isPasswordAssigned: false }, credential.id);
    await recordProof(tx, viewer);
    const target = { type: "account", id: accountId, name: viewer.email };
    const details = { role: viewer.role, endedSessions };
    await recordAudit(tx, { action: "account.password-changed", actor: auditActor(viewer, client), target, details });
    return endedSessions;
  });
}

/** Changes one's own preferences. Others stay. @throws AppError 401 when the account was deleted meanwhile */
export async function changePreferences({ accountId }: Viewer, change: Partial<Preferences>): Promise<Preferences> {
  const rows = await queryRows<{ preferences: unknown }>(db(), {
    text: `UPDATE "Account" SET preferences = preferences || $2::jsonb WHERE id = $1 RETURNING preferences`,
    values: [accountId, change],
  });
  if (!rows[0]) throw sessionEnded();
  return storedPreferencesSchema.parse(rows[0].preferences);
}

/** A return to the dashboard after this time is another visit. */
const VISIT_GAP_MINUTES = 30;

/** Notes that an account sees its dashboard. @returns when it did so in the visit before, in ISO 8601; null in the first */
export async function noteVisit(accountId: string): Promise<string | null> {
  const [row] = await queryRows<{ since: string | null }>(db(), {
    text: `UPDATE "Account" SET preferences = preferences || jsonb_build_object('visit', jsonb_build_object('at', now(), 'since',
             CASE WHEN (preferences #>> '{visit,at}')::timestamptz < now() - make_interval(mins => $2)
                  THEN preferences #> '{visit,at}' ELSE preferences #> '{visit,since}' END))
            WHERE id = $1 RETURNING preferences #>> '{visit,since}' AS since`,
    values: [accountId, VISIT_GAP_MINUTES],
  });
  return row?.since ?? null;
}
