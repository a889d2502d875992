import { randomUUID } from "node:crypto";
import { newApiToken } from "@/lib/accounts/api-tokens/data";
import { db } from "../../lib/db/client";
import type { Account, ApiToken, Project, Role, Session, TokenScope } from "../../lib/generated/prisma/client";
import { hashSecretToken } from "../../lib/http/secret-token";

/** Functions that create rows for tests. Names are unique, so a test can create as many rows as it needs. */

/** Creates an account without a usable password. See `createSession`. */
export function createAccount(role: Role, given: Partial<Pick<Account, "name" | "email" | "passwordHash">> = {}): Promise<Account> {
  const email = given.email ?? `${role}-${randomUUID()}@example.com`;
  return db().account.create({
    data: { role, name: given.name ?? `Some ${role}`, email: email.toLowerCase(), passwordHash: given.passwordHash ?? "none" },
  });
}

export function createSession(accountId: string, expiresAt = new Date(Date.now() + 3_600_000)): Promise<Session> {
  return db().session.create({ data: { accountId, expiresAt } });
}

/** Creates an API token. @returns its row and the token */
export async function createApiToken(
  accountId: string,
  scope: TokenScope,
  projectIds: string[] = [],
  expiresAt = new Date(Date.now() + 3_600_000),
): Promise<ApiToken & { token: string }> {
  const token = newApiToken();
  const row = await db().apiToken.create({
    data: { accountId, scope, projectIds, expiresAt, name: `Token ${randomUUID()}`, tokenHash: hashSecretToken(token) },
  });
  return { ...row, token };
}

/** Creates a project without a map, unless `currentTreeId` is given. */
export function createProject(
  createdById: string | null,
  given: Partial<Pick<Project, "name" | "safeName" | "description" | "mapUrl" | "allowsLocation" | "allowsCamera" | "currentTreeId">> = {},
): Promise<Project> {
  const name = given.name ?? `Project ${randomUUID().slice(0, 8)}`;
  const safeName = given.safeName ?? name.toLowerCase().replaceAll(" ", "-");
  return db().project.create({ data: { ...given, name, safeName, createdById } });
}

export async function assign(projectId: string, accountId: string, expiresAt: Date | null = null): Promise<void> {
  await db().assignment.create({ data: { projectId, accountId, expiresAt } });
}

interface GroupEnds {
  member?: Date;
  project?: Date;
}

/** Creates a group with a member and a project. @param ends of the membership, and of the project's access */
export async function createGroupWith(accountId: string, projectId: string, ends: GroupEnds = {}): Promise<string> {
  const { id } = await db().group.create({
    data: {
      name: `Group ${randomUUID().slice(0, 8)}`,
      members: { create: { accountId, expiresAt: ends.member ?? null } },
      projects: { create: { projectId, expiresAt: ends.project ?? null } },
    },
  });
  return id;
}
