import { randomUUID } from "node:crypto";
import { db } from "../../lib/db";
import type { Account, Project, Role, Session } from "../../lib/generated/prisma/client";

/** Rows to begin a test with. Names are unique, so a test can make as many as it needs. */

/** An account that nobody can sign in to with a password; see `createSession`. */
export function createAccount(role: Role, given: Partial<Pick<Account, "name" | "email" | "passwordHash">> = {}): Promise<Account> {
  const email = given.email ?? `${role}-${randomUUID()}@example.com`;
  return db().account.create({
    data: { role, name: given.name ?? `Some ${role}`, email: email.toLowerCase(), passwordHash: given.passwordHash ?? "none" },
  });
}

/** A device on which the account is signed in, by default for an hour. */
export function createSession(accountId: string, expiresAt = new Date(Date.now() + 3_600_000)): Promise<Session> {
  return db().session.create({ data: { accountId, expiresAt } });
}

/** A project without a map, unless `currentTreeId` is given. */
export function createProject(
  createdById: string | null,
  given: Partial<Pick<Project, "name" | "safeName" | "description" | "mapUrl" | "allowsLocation" | "currentTreeId">> = {},
): Promise<Project> {
  const name = given.name ?? `Project ${randomUUID().slice(0, 8)}`;
  const safeName = given.safeName ?? name.toLowerCase().replaceAll(" ", "-");
  return db().project.create({ data: { ...given, name, safeName, createdById } });
}

/** Lets a plain user open the project's map. */
export async function assign(projectId: string, accountId: string): Promise<void> {
  await db().assignment.create({ data: { projectId, accountId } });
}
