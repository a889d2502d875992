import { randomUUID } from "node:crypto";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { isAdmin } from "@/lib/accounts/sessions/policy";
import type { AdminViewer } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import type { Account, Project } from "@/lib/generated/prisma/client";
import { assign, createAccount, createGroupWith, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";

/** A project with a user who is assigned to it. */
interface Place {
  project: Project;
  user: Account;
}

export interface LimitedAdmin {
  admin: SignedIn;
  own: Place;
  /** Its user is a member of `group`, which has the project. */
  ofGroup: Place & { group: string };
  /** Nothing of it concerns the admin. Its user is a member of `group`. */
  foreign: Place & { group: string };
}

export async function viewerOf({ token }: Pick<SignedIn, "token">): Promise<AdminViewer> {
  const viewer = await findViewerByToken(token);
  if (!viewer || !isAdmin(viewer)) throw new Error("The admin is not signed in.");
  return viewer;
}

async function newPlace(createdById: string | null): Promise<Place> {
  const name = `Place ${randomUUID()}`;
  return { project: await createProject(createdById, { name }), user: await createAccount("user", { name: `Person ${randomUUID()}` }) };
}

async function newGroupPlace(): Promise<Place & { group: string }> {
  const place = await newPlace(null);
  return { ...place, group: await createGroupWith(place.user.id, place.project.id) };
}

/** Creates an admin who is limited to own projects and those of a group. */
export async function newLimitedAdmin(): Promise<LimitedAdmin> {
  const admin = await signedIn("admin");
  const [own, ofGroup, foreign] = [await newPlace(admin.account.id), await newGroupPlace(), await newGroupPlace()];
  await assign(own.project.id, own.user.id);
  await assign(foreign.project.id, foreign.user.id);
  const managedGroups = { create: { groupId: ofGroup.group } };
  await db().account.update({ where: { id: admin.account.id }, data: { isLimited: true, managedGroups } });
  return { admin, own, ofGroup, foreign };
}

/** Returns ids in an order that doesn't matter. */
export const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).sort();
