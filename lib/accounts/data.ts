import { db } from "../db";
import { AppError } from "../errors";
import { presentProfile } from "./present";
import type { AccountProfile } from "./schema";

/** What signing in needs to know of an account. The hash goes nowhere else. */
export interface AccountSecret {
  id: string;
  passwordHash: string;
}

/** @param email lower-cased, as emailSchema gives it */
export function findAccountSecret(email: string): Promise<AccountSecret | null> {
  return db().account.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
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
  if (!account) throw new AppError("unauthorized", "Your session has expired. Please log in again.");
  return presentProfile(account);
}
