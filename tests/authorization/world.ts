import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/accounts/passwords";
import { db } from "@/lib/db";
import { hashResetToken, newResetToken } from "@/lib/password-resets/token";
import type { Role } from "@/lib/sessions/schema";
import { type PublishedMap, publishMap } from "../integration/maps/map-site";
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
  map: PublishedMap;
}

let hashed: Promise<string> | undefined;
let published: Promise<PublishedMap> | undefined;

/** Known hash of PASSWORD, made once. */
export function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD);
  return hashed;
}

/** Somebody signed in who knows PASSWORD. */
export async function newPerson(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role, { name: `Marked ${randomUUID()}`, passwordHash: await passwordHash() }));
}

/** A project of its own for each world, all of them with the same files. */
async function newMap(): Promise<PublishedMap> {
  published ??= publishMap({ "index.html": "<h1>marked-map</h1>", "tiles/0.png": "marked-tile" });
  const { treeId, blobKey } = await published;
  const project = await createProject(null, { name: `Marked ${randomUUID()}`, safeName: `marked-${randomUUID()}` });
  return { project, treeId, blobKey };
}

export async function newWorld(): Promise<World> {
  const [user, other, admin, superadmin, deleted, map] = await Promise.all([
    newPerson("user"),
    newPerson("user"),
    newPerson("admin"),
    newPerson("superadmin"),
    newPerson("user"),
    newMap(),
  ]);
  await assign(map.project.id, user.account.id);
  await db().account.delete({ where: { id: deleted.account.id } });
  return { people: { user, other, admin, superadmin, deleted }, map };
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
export function marks({ people, map }: World): string[] {
  return [map.project.name, map.project.safeName, ...Object.values(people).flatMap(({ account }) => [account.email, account.name])];
}
