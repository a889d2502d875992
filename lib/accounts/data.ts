import { db } from "../db/client";
import { type Database, isLive, nameKey, queryRows } from "../db/query";
import { notFound, sessionEnded } from "../errors";
import { type Account, Prisma } from "../generated/prisma/client";
import { type ListOrder, readPage } from "../http/paging/page";
import type { PageInfo, PageQuery } from "../http/paging/schema";
import { isInvited } from "./invitations/data";
import { type Preferences, type ProjectLayout, storedPreferencesSchema } from "./profile/schema";
import { controlsAccount, managesProject, seesAccount } from "./references/managed-projects";
import { listOpenable } from "./references/openable-projects";
import { type AccountProfile, type ManagedRole, rowIdSchema } from "./schema";
import type { Role } from "./sessions/schema";
import type { AccountSort } from "./values";

/** Builds the join of the account of an id, an SQL expression, as `alias`. Its columns are null where it is gone. Never select the hash. */
export const joinAccount = (alias: string, id: string) => `LEFT JOIN "Account" ${alias} ON ${alias}.id = ${id}`;

/** Builds a query for the ids of the accounts whose names contain a text, an SQL expression. */
export const accountsNamed = (text: string) => `SELECT id FROM "Account" WHERE position(lower(${text}) IN lower(name)) > 0`;

/** Builds a query that locks the accounts of some ids, so that they aren't deleted meanwhile. It skips deleted ones. */
export const lockExistingAccounts = (ids: string) => `SELECT id FROM "Account" WHERE id = ANY(${ids}) ORDER BY id FOR KEY SHARE`;

export const accountsOfRole = (role: ManagedRole) => `"Account" WHERE role = '${role}'`;

/** Condition for lockAccountWhere that the account has not ended. */
export const NOT_ENDED = Prisma.raw(isLive(`"Account"`));

/** An account whose row is locked until the transaction ends. */
export type LockedAccount = AccountSecret & Pick<Account, "role" | "name" | "email">;

/** Locks the account that meets a condition: `SHARE` only against changes and deletion. @returns null without one */
export async function lockAccountWhere(
  tx: Database,
  condition: Prisma.Sql,
  mode: "UPDATE" | "SHARE" = "UPDATE",
): Promise<LockedAccount | null> {
  const [account] = await tx.$queryRaw<LockedAccount[]>`
    SELECT id, role::text AS role, name, email, "passwordHash" FROM "Account" WHERE ${condition} FOR ${Prisma.raw(mode)}`;
  return account ?? null;
}

/** Returns whether the end date of an account is reached. */
export async function hasEnded(tx: Database, id: string): Promise<boolean> {
  return (await tx.account.count({ where: { id, expiresAt: { lte: new Date() } } })) > 0;
}

/** Returns whether a limited admin sees an account, and whether the admin may change it. @param limited id of the admin */
export async function findControl(tx: Database, limited: string, id: string): Promise<{ sees: boolean; controls: boolean }> {
  const [found] = await queryRows<{ sees: boolean; controls: boolean }>(tx, {
    text: `SELECT ${seesAccount("a", "$1")} AS sees, ${controlsAccount("a", "$1")} AS controls FROM "Account" a WHERE a.id = $2::uuid`,
    values: [limited, id],
  });
  return found ?? { sees: false, controls: false };
}

export const accountGone = () => notFound("This account no longer exists.");

export async function hasAccounts(): Promise<boolean> {
  return (await db().account.findFirst({ select: { id: true } })) !== null;
}

/** Returns whether there are accounts besides those of superadmins. @param except domain of addresses that don't count */
export async function hasPeople(except: string): Promise<boolean> {
  const where = { role: { not: "superadmin" as const }, NOT: { email: { endsWith: `@${except}` } } };
  return (await db().account.findFirst({ where, select: { id: true } })) !== null;
}

/** What signing in needs to know of an account. The hash goes nowhere else. */
export type AccountSecret = Pick<Account, "id" | "passwordHash">;

/** Finds an account with its hash. @param email lower-cased, as emailSchema returns it */
export function findAccountSecret(email: string): Promise<AccountSecret | null> {
  return db().account.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
}

export function findAccountSecretById(id: string): Promise<AccountSecret | null> {
  return db().account.findUnique({ where: { id }, select: { id: true, passwordHash: true } });
}

/** Returns those of the addresses that accounts have. */
export async function findAccountEmails(emails: readonly string[]): Promise<Set<string>> {
  const accounts = await db().account.findMany({ where: { email: { in: [...emails] } }, select: { email: true } });
  return new Set(accounts.map(({ email }) => email));
}

/** Finds the role of an account. @param email lower-cased, as emailSchema returns it @returns null when there is no such account */
export async function findAccountRole(email: string): Promise<Role | null> {
  return (await db().account.findUnique({ where: { email }, select: { role: true } }))?.role ?? null;
}

export function listSuperadmins(): Promise<{ email: string; name: string; createdAt: Date }[]> {
  return db().account.findMany({
    where: { role: "superadmin" },
    select: { email: true, name: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** Lists the admins and superadmins who manage a project, to send them a mail, without invited ones. @param except ids of accounts that are left out */
export function listAdminRecipients(projectId: string, except: readonly string[]): Promise<{ id: string; name: string; email: string }[]> {
  return queryRows(db(), {
    text: `SELECT a.id, a.name, a.email FROM "Account" a
            WHERE ${managesProject("$1::uuid", "a")} AND a.id <> ALL ($2::uuid[]) AND NOT ${isInvited("a.id")} ORDER BY a.id`,
    values: [projectId, except],
  });
}

/** Reads the viewer's own account with its projects. @throws AppError 401 when the account was deleted meanwhile */
export async function readProfile(accountId: string): Promise<AccountProfile> {
  const account = await db().account.findUnique({
    where: { id: accountId },
    select: {
      id: true,
      role: true,
      name: true,
      email: true,
    },
  });
  if (!account) throw sessionEnded();
  const { id, role, name, email } = account;
  const assignedProjects = role === "user" ? await listOpenable(db(), id) : [];
  return { _id: id, role, name, email, fullName: name, assignedProjects };
}

/** Reads the settings of an account. @param unsetLayout layout of projects until the account has chosen one */
export async function readPreferences(accountId: string, unsetLayout: ProjectLayout = "list"): Promise<Preferences> {
  const account = await db().account.findUnique({ where: { id: accountId }, select: { preferences: true } });
  if (!account) throw sessionEnded();
  return storedPreferencesSchema.parse({ projectLayout: unsetLayout, ...(account.preferences as object) });
}

const byName = { key: nameKey("a.name"), type: "text" } as const;
const byEmail = { key: "a.email", type: "text" } as const;
const byDate = { key: `a."createdAt"`, type: "timestamptz" } as const;

export const accountOrders: Record<AccountSort, ListOrder> = {
  all: { ...byDate, direction: "DESC" },
  "name-asc": { ...byName, direction: "ASC" },
  "name-desc": { ...byName, direction: "DESC" },
  "email-asc": { ...byEmail, direction: "ASC" },
  "email-desc": { ...byEmail, direction: "DESC" },
  "date-oldest": { ...byDate, direction: "ASC" },
  "date-newest": { ...byDate, direction: "DESC" },
};

/** A kind of account as the API shows it. */
interface AccountKind {
  role: ManagedRole;
  /** SQL columns of an account `a`, with $3 and up for the values. Never the hash. */
  columns: string;
  values?: readonly unknown[];
  /** SQL condition of the accounts. */
  condition?: string;
}

/** Reads an account. @throws AppError 404 when none of this kind has the id */
export async function readAccount<Row extends object>(
  { role, columns, values = [], condition = "true" }: AccountKind,
  id: string,
): Promise<Row> {
  if (!rowIdSchema.safeParse(id).success) throw accountGone();
  const rows = await queryRows<Row>(db(), {
    text: `SELECT ${columns} FROM "Account" a WHERE a.role = $1::"Role" AND a.id = $2 AND ${condition}`,
    values: [role, id, ...values],
  });
  if (!rows[0]) throw accountGone();
  return rows[0];
}

/** Lists the accounts of a role whose name or address contains the search text. @throws AppError 400 for a cursor of another list */
export function readAccountPage<Row>(
  { role, columns, values = [], condition = "true" }: AccountKind,
  order: ListOrder,
  { search, ...page }: PageQuery & { search: string },
): Promise<PageInfo & { rows: Row[] }> {
  return readPage<Row>(
    {
      id: "a.id",
      matching: `FROM "Account" a
                 WHERE a.role = $1::"Role"
                   AND ($2 = '' OR position(lower($2) IN lower(a.name)) > 0 OR position(lower($2) IN a.email) > 0) AND ${condition}`,
      values: [role, search.normalize("NFC"), ...values],
      columns,
      joins: `LEFT JOIN "Account" a ON a.id = page.id`,
    },
    order,
    page,
  );
}
