import { type AuditActor, type AuditEntry, auditActor, recordAudit } from "../audit/mutations";
import type { Database } from "../db/query";
import { isUniqueViolation, retryTransaction, type Transaction } from "../db/transaction";
import { AppError } from "../errors";
import { type Account, Prisma } from "../generated/prisma/client";
import type { Client } from "../http/client";
import { accountGone, findControl, lockAccountWhere } from "./data";
import { endInvitation, renewInvitation } from "./invitations/rows";
import { limitedId } from "./limits/policy";
import { addNotice } from "./notices/mutations";
import { hashNewPassword } from "./passwords/new-password";
import { requireRecentProof } from "./proofs/policy";
import { lockOwnedRows } from "./references/openable-projects";
import { type AccountChange, type ManagedRole, type NewAccount, newAccountSchema, newPasswordSchema, rowIdSchema } from "./schema";
import { endSessions } from "./sessions/mutations";
import type { AdminViewer, SuperadminViewer, Viewer } from "./sessions/schema";

export type LockedAccount = Pick<Account, "id" | "name" | "email">;

/** Further work in the transaction of an account's change. It may run again after a deadlock. */
export type AccountWork = (tx: Transaction, account: LockedAccount) => Promise<void>;

/** An account that a viewer manages. */
export interface Managed<Kind extends ManagedRole> {
  role: Kind;
  id: string;
}

/** Who may manage accounts of a role. */
export type ManagerOf<Kind extends ManagedRole> = Kind extends "admin" ? SuperadminViewer : AdminViewer;

/** As {@link retryTransaction}. When two transactions want the same address, the unique index accepts one. @throws AppError 409 for the other */
async function unlessEmailTaken<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const message = "This email address is already in use.";
  try {
    return await retryTransaction(work);
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError("conflict", message, { fields: { email: message } }) : error;
  }
}

interface Creation {
  /** Runs in the same transaction. */
  also?: AccountWork;
  details?: Prisma.InputJsonObject;
}

/** A password, and whether another account or the product has set it. */
type StoredPassword = Pick<Account, "passwordHash" | "isPasswordAssigned">;

/** Inserts an account with an audit event. @param actor null: the product itself @returns its id @throws AppError 409 for an address that any account has */
export function insertAccount(
  data: Pick<Account, "role" | "name" | "email"> & StoredPassword,
  actor: AuditActor | null,
  { also, details }: Creation,
): Promise<string> {
  return unlessEmailTaken(async (tx) => {
    const { role, name, email } = data;
    const { id } = await tx.account.create({ data: { ...data, createdById: actor?.accountId ?? null }, select: { id: true } });
    await recordAudit(tx, {
      action: "account.created",
      actor,
      target: { type: "account", id, name: email },
      details: { role, ...details },
    });
    await also?.(tx, { id, name, email });
    return id;
  });
}

/** Creates an account of any role with a password that it has not chosen. Otherwise as insertAccount. @throws AppError 400 for a password that is easily guessed, 409 */
export async function createAccount(input: NewAccount, actor: AuditActor | null = null, creation: Creation = {}): Promise<string> {
  const { password, ...account } = newAccountSchema.parse(input);
  const passwordHash = await hashNewPassword(password, account);
  return insertAccount({ ...account, passwordHash, isPasswordAssigned: true }, actor, creation);
}

/**
 * Locks an account before anything else of it is written, so that changes of one account are serialized.
 * @throws AppError 403 for an account that a limited admin sees and may not change, 404
 */
export async function lockAccount(tx: Transaction, { role, id }: Managed<ManagedRole>, viewer: Viewer): Promise<LockedAccount> {
  if (!rowIdSchema.safeParse(id).success) throw accountGone();
  const account = await lockAccountWhere(tx, Prisma.sql`id = ${id}::uuid AND role = ${role}::"Role"`);
  const limited = limitedId(viewer);
  const { sees, controls } = account && limited ? await findControl(tx, limited, id) : { sees: true, controls: true };
  if (!account || !sees) throw accountGone();
  if (!controls) throw new AppError("forbidden", "Only a super administrator can change this account.");
  return account;
}

/** Deletes reset links, which were sent to the former address or belong to the former password. */
async function deleteResets(tx: Transaction, accountId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { accountId, usedAt: null } });
}

/** Sets a password, ends sessions and invalidates reset links. A mail tells the account. @param keep session that continues @returns number of ended sessions */
export async function replacePassword(tx: Transaction, accountId: string, password: StoredPassword, keep: string | null): Promise<number> {
  await tx.account.update({ where: { id: accountId }, data: password, select: { id: true } });
  await deleteResets(tx, accountId);
  await addNotice(tx, accountId, { kind: "password-changed", at: new Date().toISOString() });
  return endSessions(tx, accountId, keep);
}

/** Sets a superadmin's password and ends every session. @returns number of ended sessions; null without such a superadmin */
export async function resetSuperadminPassword(email: string, password: string, details: Prisma.InputJsonObject): Promise<number | null> {
  const passwordHash = await hashNewPassword(newPasswordSchema().parse(password), { email });
  return retryTransaction(async (tx) => {
    const account = await lockAccountWhere(tx, Prisma.sql`email = ${email} AND role = 'superadmin'`);
    if (!account) return null;
    const endedSessions = await replacePassword(tx, account.id, { passwordHash, isPasswordAssigned: true }, null);
    const target = { type: "account", id: account.id, name: email };
    const eventDetails = { role: "superadmin", endedSessions, ...details };
    await recordAudit(tx, { action: "account.password-changed", actor: null, target, details: eventDetails });
    return endedSessions;
  });
}

/** Changes an account. Without a password the current one is kept; with one, an invitation ends. @throws AppError 400 for a password that is easily guessed, 404, 409 for a used address */
export async function changeAccount<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  { password, ...change }: AccountChange,
  viewer: ManagerOf<Kind>,
  client: Client,
  also?: AccountWork,
): Promise<void> {
  const { role } = managed;
  const actor = auditActor(viewer, client);
  const { name, email } = change;
  const passwordHash = password === undefined ? null : await hashNewPassword(password, { name, email });
  await unlessEmailTaken(async (tx) => {
    const account = await lockAccount(tx, managed, viewer);
    const target = { type: "account", id: account.id, name: email };
    const changed = (["name", "email"] as const).filter((field) => account[field] !== change[field]);
    if (changed.length > 0) {
      await tx.account.update({ where: { id: account.id }, data: { name, email }, select: { id: true } });
      const valuesOf = (of: typeof change) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      const details = { role, before: valuesOf(account), after: valuesOf(change) };
      await recordAudit(tx, { action: "account.changed", actor, target, details });
    }
    if (changed.includes("email")) await deleteResets(tx, account.id);
    if (passwordHash) {
      const endedSessions = await replacePassword(tx, account.id, { passwordHash, isPasswordAssigned: true }, null);
      const details = { role, endedSessions, ...((await endInvitation(tx, account.id)) && { endedInvitation: true }) };
      await recordAudit(tx, { action: "account.password-changed", actor, target, details });
    } else if (changed.includes("email")) await renewInvitation(tx, { id: account.id, email }, actor);
    await also?.(tx, { id: account.id, name, email });
  });
}

/** Ends every session of an account. @returns their number @throws AppError 404 without such an account */
export function signOutEverywhere<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  viewer: ManagerOf<Kind>,
  client: Client,
): Promise<number> {
  return retryTransaction(async (tx) => {
    const account = await lockAccount(tx, managed, viewer);
    const endedSessions = await endSessions(tx, account.id, null);
    const target = { type: "account", id: account.id, name: account.email };
    const details = { role: managed.role, endedSessions };
    await recordAudit(tx, { action: "account.signed-out", actor: auditActor(viewer, client), target, details });
    return endedSessions;
  });
}

/** Deletes an account with its sessions, assignments and resets. What it created stays. @param also runs before @throws AppError 403 for an admin without a recent proof, 404, 409 for one's own */
export async function deleteAccount<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  viewer: ManagerOf<Kind>,
  client: Client,
  also?: AccountWork,
): Promise<void> {
  const { role, id } = managed;
  if (role === "admin") await requireRecentProof(viewer);
  if (id.toLowerCase() === viewer.accountId) throw new AppError("conflict", "You cannot delete your own account.");
  if (!rowIdSchema.safeParse(id).success) throw accountGone();
  await retryTransaction(async (tx) => {
    await lockOwnedRows(tx, id);
    const account = await lockAccount(tx, managed, viewer);
    await also?.(tx, account);
    const { createdAt } = await tx.account.delete({ where: { id: account.id }, select: { createdAt: true } });
    const { name, email } = account;
    const target = { type: "account", id: account.id, name: email };
    // Dashboards count deleted accounts by when they were created.
    const details = { role, name, createdAt: createdAt.toISOString() };
    await recordAudit(tx, { action: "account.deleted", actor: auditActor(viewer, client), target, details });
  });
}

export interface AuditOrigin {
  /** Null when the account is gone, or there was none. */
  ownerId: string | null;
  address: string | null;
}

/** Records an audit event whose actor is the account that started the work, such as an import's owner. */
export async function recordAuditOf(
  client: Database,
  { ownerId, address }: AuditOrigin,
  entry: Omit<AuditEntry, "actor" | "address">,
): Promise<void> {
  const owner = ownerId === null ? null : await client.account.findUnique({ where: { id: ownerId }, select: { email: true } });
  const actor = ownerId && owner ? { accountId: ownerId, email: owner.email } : null;
  await recordAudit(client, { ...entry, actor, address });
}
