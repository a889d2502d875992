import { type AuditActor, auditActor, recordAudit } from "../audit/mutations";
import { db } from "../db";
import { AppError, notFound } from "../errors";
import { Prisma } from "../generated/prisma/client";
import type { Client } from "../http/client";
import { hashPassword } from "./passwords/passwords";
import { type AccountChange, type ManagedRole, type NewAccount, newAccountSchema, newPasswordSchema, rowIdSchema } from "./schema";
import { endSessions } from "./sessions/mutations";
import type { Viewer } from "./sessions/schema";

type Transaction = Prisma.TransactionClient;

/** An account that nobody else changes before the transaction ends. */
export interface LockedAccount {
  id: string;
  name: string;
  email: string;
}

/** What else belongs to a change of an account, in its transaction. May run again, after the transaction was undone for a deadlock. */
export type AccountWork = (tx: Transaction, account: LockedAccount) => Promise<void>;

interface EmailTaken {
  outcome: "email-taken";
}
export type CreateAccountOutcome = { outcome: "created"; accountId: string } | EmailTaken;
export type ChangeAccountOutcome = { outcome: "changed" } | { outcome: "not-found" } | EmailTaken;

/** Milliseconds. Twenty thousand assignments take a second or two; the rest is for waiting until others are done. */
const limits = { timeout: 30_000, maxWait: 10_000 };

/** That two changes meet in a deadlock so often in a row is not chance any more. */
const DEADLOCK_TRIES = 4;

/** PostgreSQL's own code of an error, however Prisma has wrapped it. */
function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const wrapped = error.meta?.driverAdapterError as { cause?: { originalCode?: string } } | undefined;
  return wrapped?.cause?.originalCode;
}

/** Two accounts that swap their addresses wait for each other, say; PostgreSQL undoes one of the changes, and it begins again. */
async function inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db().$transaction(work, limits);
    } catch (error) {
      if (postgresCode(error) !== "40P01" || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

/** As inTransaction. Of two that want one address at the same time the unique index lets one in. */
async function unlessEmailTaken<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result | EmailTaken> {
  try {
    return await inTransaction(work);
  } catch (error) {
    if (postgresCode(error) === "23505") return { outcome: "email-taken" };
    throw error;
  }
}

/** What the caller is told when an account could not be created or changed. */
export function refusal({ outcome }: { outcome: "email-taken" | "not-found" }): AppError {
  if (outcome === "not-found") return notFound("This account no longer exists.");
  const message = "This email address is already in use.";
  return new AppError("conflict", message, { fields: { email: message } });
}

/**
 * Creates an account of any role.
 * @param actor who does it; null when the product itself does, as on the first start
 * @param also what else is to be there with it or not at all
 * @param details what else the audit trail tells of it
 */
export async function createAccount(
  input: NewAccount,
  actor: AuditActor | null = null,
  { also, details }: { also?: AccountWork; details?: Prisma.InputJsonObject } = {},
): Promise<CreateAccountOutcome> {
  const { role, name, email, password } = newAccountSchema.parse(input);
  const passwordHash = await hashPassword(password);
  return unlessEmailTaken(async (tx) => {
    const { id } = await tx.account.create({ data: { role, name, email, passwordHash }, select: { id: true } });
    await recordAudit(tx, {
      action: "account.created",
      actor,
      target: { type: "account", id, name: email },
      details: { role, ...details },
    });
    await also?.(tx, { id, name, email });
    return { outcome: "created", accountId: id };
  });
}

/** Comes before anything else of the account is written: changes of one account happen one after the other. */
async function lockAccount(tx: Transaction, role: ManagedRole, id: string): Promise<LockedAccount | null> {
  if (!rowIdSchema.safeParse(id).success) return null;
  const rows = await tx.$queryRaw<LockedAccount[]>`
    SELECT id, name, email FROM "Account" WHERE id = ${id}::uuid AND role = ${role}::"Role" FOR UPDATE`;
  return rows[0] ?? null;
}

/** A link in a mail went to the address of that time, and is about the password of that time. */
async function forgetResets(tx: Transaction, accountId: string): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { accountId, usedAt: null } });
}

/**
 * Gives an account a new password: its other sessions end, and links to reset the old one are no longer good.
 * @param keep session that goes on: that of the person who makes the change; null ends all
 * @returns how many sessions were ended
 */
export async function replacePassword(tx: Transaction, accountId: string, passwordHash: string, keep: string | null): Promise<number> {
  await tx.account.update({ where: { id: accountId }, data: { passwordHash }, select: { id: true } });
  await forgetResets(tx, accountId);
  return endSessions(tx, accountId, keep);
}

/**
 * Gives a superadmin a new password and ends every session, for somebody at the shell of the server.
 * @param details what the audit trail tells of where it was done
 * @returns how many sessions were ended; null when no superadmin has this address
 */
export async function resetSuperadminPassword(email: string, password: string, details: Prisma.InputJsonObject): Promise<number | null> {
  const passwordHash = await hashPassword(newPasswordSchema().parse(password));
  return inTransaction(async (tx) => {
    const [account] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Account" WHERE email = ${email} AND role = 'superadmin' FOR UPDATE`;
    if (!account) return null;
    const endedSessions = await replacePassword(tx, account.id, passwordHash, null);
    const target = { type: "account", id: account.id, name: email };
    const told = { role: "superadmin", endedSessions, ...details };
    await recordAudit(tx, { action: "account.password-changed", actor: null, target, details: told });
    return endedSessions;
  });
}

/**
 * Changes an account of that role; what is as it was is not written.
 * @param change without a password the present one is kept
 * @param also what else is to be changed with it or not at all
 */
export async function changeAccount(
  { role, id }: { role: ManagedRole; id: string },
  { password, ...change }: AccountChange,
  actor: AuditActor,
  also?: AccountWork,
): Promise<ChangeAccountOutcome> {
  const { name, email } = change;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return unlessEmailTaken(async (tx) => {
    const account = await lockAccount(tx, role, id);
    if (!account) return { outcome: "not-found" };
    const target = { type: "account", id: account.id, name: email };
    const changed = (["name", "email"] as const).filter((field) => account[field] !== change[field]);
    if (changed.length > 0) {
      await tx.account.update({ where: { id: account.id }, data: { name, email }, select: { id: true } });
      const valuesOf = (of: typeof change) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      const details = { role, before: valuesOf(account), after: valuesOf(change) };
      await recordAudit(tx, { action: "account.changed", actor, target, details });
    }
    if (changed.includes("email")) await forgetResets(tx, account.id);
    if (passwordHash) {
      const endedSessions = await replacePassword(tx, account.id, passwordHash, null);
      await recordAudit(tx, { action: "account.password-changed", actor, target, details: { role, endedSessions } });
    }
    await also?.(tx, { id: account.id, name, email });
    return { outcome: "changed" };
  });
}

/**
 * Deletes an account of that role with its sessions, assignments and resets. What it made stays, as of nobody who is known.
 * @throws AppError 404 when there is none, 409 for one's own
 */
export async function deleteAccount({ role, id }: { role: ManagedRole; id: string }, viewer: Viewer, client: Client): Promise<void> {
  if (id.toLowerCase() === viewer.accountId) throw new AppError("conflict", "You cannot delete your own account.");
  if (!rowIdSchema.safeParse(id).success) throw refusal({ outcome: "not-found" });
  await inTransaction(async (tx) => {
    // An import holds its own row when it makes its project and looks for its owner; the other way round they would wait for each other.
    await tx.$queryRaw`SELECT FROM "Upload" WHERE "ownerId" = ${id}::uuid ORDER BY id FOR UPDATE`;
    await tx.$queryRaw`SELECT FROM "Import" WHERE "ownerId" = ${id}::uuid ORDER BY id FOR UPDATE`;
    const account = await lockAccount(tx, role, id);
    if (!account) throw refusal({ outcome: "not-found" });
    const { createdAt } = await tx.account.delete({ where: { id: account.id }, select: { createdAt: true } });
    const { name, email } = account;
    const target = { type: "account", id: account.id, name: email };
    // From when on it was there: what is gone since last month ended, the dashboards count from here.
    const details = { role, name, createdAt: createdAt.toISOString() };
    await recordAudit(tx, { action: "account.deleted", actor: auditActor(viewer, client), target, details });
  });
}
