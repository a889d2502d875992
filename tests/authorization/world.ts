import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { newAuthenticator, sealSecret } from "@/lib/accounts/second-factors/codes";
import { replaceRecoveryCodes } from "@/lib/accounts/second-factors/recovery-codes";
import { halfSignedInCookie } from "@/lib/accounts/sessions/half-signed-in";
import type { Role } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { hashSecretToken, newSecretToken } from "@/lib/http/secret-token";
import { passCookies } from "@/lib/maps/policy";
import { guestCookie } from "@/lib/projects/guests/data";
import { assign, createAccount, createApiToken, createProject } from "../setup/fixtures";
import { type SignedIn, signInAs } from "../setup/signed-in";
import type { Caller, Token } from "./row";

/** The password of every account of a world. */
export const PASSWORD = `the-right-one-${randomUUID()}`;
/** The new password in a password change. */
export const NEXT_PASSWORD = `the-next-one-${randomUUID()}`;
/** The password of no account. */
export const WRONG_PASSWORD = `a-wrong-one-${randomUUID()}`;

/** The accounts and objects that requests are about. Names are unique, so that two worlds share no list entry. */
export interface World {
  people: Readonly<Record<Exclude<Caller, "anonymous">, SignedIn>>;
  /** Assigned to `user` only. */
  project: Project;
  /** API tokens of the superadmin. */
  tokens: Readonly<Record<Token, string>>;
  /** A browser that has given the password of a superadmin with a second factor. */
  half: HalfSignedIn;
  /** A group that the admin is limited to. */
  group?: string;
}

interface HalfSignedIn {
  email: string;
  /** Name and value, as browsers send it. */
  cookie: string;
  recoveryCode: string;
}

let hashed: Promise<string> | undefined;

/** The hash of PASSWORD, computed once. */
export function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD);
  return hashed;
}

/** Creates a signed-in account with PASSWORD. */
export async function newPerson(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role, { name: `Marked ${randomUUID()}`, passwordHash: await passwordHash() }));
}

/** Creates a superadmin with a second factor, who has given the password. */
export async function newHalfSignedIn(): Promise<HalfSignedIn> {
  const { account } = await newPerson("superadmin");
  const secret = sealSecret(newAuthenticator(account.email).secret, account.id);
  await db().authenticator.create({ data: { accountId: account.id, secret, confirmedAt: new Date() } });
  const [recoveryCode = ""] = await replaceRecoveryCodes(db(), account.id);
  return { email: account.email, cookie: halfSignedInCookie(account).split(";")[0] ?? "", recoveryCode };
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
  const elsewhere = await createProject(null, { name: `Marked ${randomUUID()}`, safeName: `marked-${randomUUID()}` });
  const owner = superadmin.account.id;
  const [read, publish, publishElsewhere, everything, manager] = await Promise.all([
    createApiToken(owner, "read"),
    createApiToken(owner, "publish", [project.id]),
    createApiToken(owner, "publish", [elsewhere.id]),
    createApiToken(owner, "everything"),
    createApiToken(owner, "people"),
  ]);
  const tokens = {
    read: read.token,
    publish: publish.token,
    "publish-elsewhere": publishElsewhere.token,
    everything: everything.token,
    people: manager.token,
  };
  return { people: { user, other, admin, superadmin, deleted }, project, tokens, half: await newHalfSignedIn() };
}

/** Returns the admin who owns a request's target: the caller when it may own one. */
export function ownerFor({ people }: World, caller: Caller): SignedIn {
  return caller === "superadmin" ? people.superadmin : people.admin;
}

/** Invites a new account. @returns its id and the token of the mail */
export async function newInvitation(role: Role): Promise<{ id: string; token: string }> {
  const { id } = await createAccount(role, { name: `Marked ${randomUUID()}` });
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const data = { accountId: id, tokenHash: hashSecretToken(token), sentAt: new Date(), expiresAt, dueAt: null };
  await db().invitation.create({ data });
  return { id, token };
}

/** Creates a link of a mail. @returns its token */
export async function newReset(accountId: string, expiresAt = new Date(Date.now() + 3_600_000)): Promise<string> {
  const token = newSecretToken();
  await db().passwordReset.create({ data: { accountId, tokenHash: hashSecretToken(token), expiresAt } });
  return token;
}

/** Returns the cookies of a visitor who opened the map of the world's project with a share link. */
export async function sharedCookies({ project }: World): Promise<string[]> {
  const { id } = await db().shareLink.create({ data: { projectId: project.id, tokenHash: randomUUID() } });
  return passCookies({ link: id, project: project.id, scope: project.safeName }, Date.now()).map((cookie) => cookie.split(";")[0] ?? "");
}

/** Returns the cookies of a guest who opened the map of the world's project. */
export async function guestCookies({ project }: World): Promise<string[]> {
  const email = `guest-${randomUUID()}@example.org`;
  await db().guestEntry.create({ data: { projectId: project.id, address: email } });
  const token = newSecretToken();
  const data = { projectId: project.id, email, tokenHash: hashSecretToken(token), expiresAt: new Date(Date.now() + 3_600_000) };
  const { id } = await db().guestSession.create({ data });
  const ofMap = passCookies({ guest: id, project: project.id, scope: project.safeName }, Date.now());
  return [guestCookie(project.safeName, token), ...ofMap].map((cookie) => cookie.split(";")[0] ?? "");
}

/** Texts that only callers with access to the world's objects may see. */
export function marks({ people, project }: World): string[] {
  return [project.name, project.safeName, ...Object.values(people).flatMap(({ account }) => [account.email, account.name])];
}
