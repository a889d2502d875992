import { db } from "../db";
import { sessionEnded } from "../errors";
import { type ListOrder, readPage } from "../http/paging/page";
import type { PageInfo, PageQuery } from "../http/paging/schema";
import { presentProfile } from "./present";
import type { AccountProfile, AccountSort, ManagedRole } from "./schema";
import type { Role } from "./sessions/schema";

/** What signing in needs to know of an account. The hash goes nowhere else. */
export interface AccountSecret {
  id: string;
  passwordHash: string;
}

/** @param email lower-cased, as emailSchema gives it */
export function findAccountSecret(email: string): Promise<AccountSecret | null> {
  return db().account.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
}

/** As findAccountSecret, of an account that is known already. */
export function findAccountSecretById(id: string): Promise<AccountSecret | null> {
  return db().account.findUnique({ where: { id }, select: { id: true, passwordHash: true } });
}

/** @param email lower-cased, as emailSchema gives it. @returns null when there is no such account */
export async function findAccountRole(email: string): Promise<Role | null> {
  return (await db().account.findUnique({ where: { email }, select: { role: true } }))?.role ?? null;
}

/** Every superadmin, the first one first. */
export function listSuperadmins(): Promise<{ email: string; name: string; createdAt: Date }[]> {
  return db().account.findMany({
    where: { role: "superadmin" },
    select: { email: true, name: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/**
 * A signed-in person's own account, with the projects assigned to it.
 * @throws AppError 401 when the account was deleted since the session was checked
 */
export async function readProfile(accountId: string): Promise<AccountProfile> {
  const account = await db().account.findUnique({
    where: { id: accountId },
    select: {
      id: true,
      role: true,
      name: true,
      email: true,
      assignments: { select: { project: { select: { id: true, name: true } } }, orderBy: { project: { name: "asc" } } },
    },
  });
  if (!account) throw sessionEnded();
  return presentProfile(account);
}

const byName = { key: "lower(a.name)", type: "text" } as const;
const byEmail = { key: "a.email", type: "text" } as const;
const byDate = { key: `a."createdAt"`, type: "timestamptz" } as const;

/** Of rows of an account `a`. */
export const accountOrders: Record<AccountSort, ListOrder> = {
  all: { ...byDate, direction: "DESC" },
  "name-asc": { ...byName, direction: "ASC" },
  "name-desc": { ...byName, direction: "DESC" },
  "email-asc": { ...byEmail, direction: "ASC" },
  "email-desc": { ...byEmail, direction: "DESC" },
  "date-oldest": { ...byDate, direction: "ASC" },
  "date-newest": { ...byDate, direction: "DESC" },
};

/** A list of the accounts of one role. */
export interface AccountList {
  role: ManagedRole;
  /** What is read of an account `a` of the page, in code alone. Never the hash. */
  columns: string;
  /** What the columns ask for, as $3 and on. */
  values?: readonly unknown[];
}

/**
 * The accounts of a role whose name or address contains the search text.
 * @throws AppError 400 for a cursor of another list
 */
export function readAccountPage<Row>(
  { role, columns, values = [] }: AccountList,
  order: ListOrder,
  { search, ...page }: PageQuery & { search: string },
): Promise<PageInfo & { rows: Row[] }> {
  return readPage<Row>(
    {
      id: "a.id",
      matching: `FROM "Account" a
                 WHERE a.role = $1::"Role"
                   AND ($2 = '' OR position(lower($2) IN lower(a.name)) > 0 OR position(lower($2) IN a.email) > 0)`,
      values: [role, search.normalize("NFC"), ...values],
      columns,
      joins: `LEFT JOIN "Account" a ON a.id = page.id`,
    },
    order,
    page,
  );
}
