import { randomUUID } from "node:crypto";
import { hashResetToken, newResetToken } from "@/lib/accounts/password-resets/token";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import type { Role } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db";
import type { Project } from "@/lib/generated/prisma/client";
import { assign, createAccount, createProject } from "../setup/fixtures";
import { type SignedIn, signInAs } from "../setup/signed-in";
import type { Caller } from "./row";

/** What every account of a world signs in with. */
export const PASSWORD = `the-right-one-${randomUUID()}`;
/** What a changed password is changed to. */
export const NEXT_PASSWORD = `the-next-one-${randomUUID()}`;
/** Nobody's. */
export const WRONG_PASSWORD = `a-wrong-one-${randomUUID()}`;

/** People and things that calls are about. Names are unique, so worlds do not meet in a list. */
export interface World {
  people: Readonly<Record<Exclude<Caller, "anonymous">, SignedIn>>;
  /** Of `user`, who alone has it assigned. */
  project: Project;
}

let hashed: Promise<string> | undefined;

/** Known hash of PASSWORD, made once. */
export function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD);
  return hashed;
}

/** Somebody signed in who knows PASSWORD. */
export async function newPerson(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role, { name: `Marked ${randomUUID()}`, passwordHash: await passwordHash() }));
}

export async function newWorld(): Promise<World> {
  const [user, other, admin, superadmin, deleted, project] = await Promise.all([
    newPerson("user"),
    newPerson("user"),
    newPerson("admin"),
    newPerson("superadmin"),
    newPerson("user"),
    createProject(null, { name: `Marked ${randomUUID()}`, safeName: `marked-${randomUUID()}` }),
  ]);
  await assign(project.id, user.account.id);
  await db().account.delete({ where: { id: deleted.account.id } });
  return { people: { user, other, admin, superadmin, deleted }, project };
}

/** Whose thing a call is about that only admins have: the caller's own, if it may have one. */
export function ownerFor({ people }: World, caller: Caller): SignedIn {
  return caller === "superadmin" ? people.superadmin : people.admin;
}

/** A link of a mail. @returns its token */
export async function newReset(accountId: string, expiresAt = new Date(Date.now() + 3_600_000)): Promise<string> {
  const token = newResetToken();
  await db().passwordReset.create({ data: { accountId, tokenHash: hashResetToken(token), expiresAt } });
  return token;
}

/** Texts that nobody but those who may see a world's things ever gets to see. */
export function marks({ people, project }: World): string[] {
  return [project.name, project.safeName, ...Object.values(people).flatMap(({ account }) => [account.email, account.name])];
}
