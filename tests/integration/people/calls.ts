import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { GET as allAdmins } from "@/app/api/admin/all/route";
import { POST as createAdmin } from "@/app/api/admin/create/route";
import { DELETE as deleteAdmin } from "@/app/api/admin/delete/[id]/route";
import { PUT as editAdmin } from "@/app/api/admin/edit/[id]/route";
import { POST as signOutAdmin } from "@/app/api/admin/sign-out/[id]/route";
import { GET as projectNames } from "@/app/api/project/names/route";
import { GET as allUsers } from "@/app/api/user/all/route";
import { POST as createUser } from "@/app/api/user/create/route";
import { DELETE as deleteUser } from "@/app/api/user/delete/[id]/route";
import { GET as userDetails } from "@/app/api/user/details/[id]/route";
import { PUT as editUser } from "@/app/api/user/edit/[id]/route";
import { POST as signOutUser } from "@/app/api/user/sign-out/[id]/route";
import type { AdminSummary } from "@/lib/accounts/admins/schema";
import type { UserSummary } from "@/lib/accounts/users/schema";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn } from "../../setup/signed-in";

/** Requests of Admin Management and User Management. A null caller is not signed in. */
type Caller = Pick<SignedIn, "bearer"> | null;

const given = (caller: Caller) => caller?.bearer ?? {};
const withId = (id: string) => ({ params: Promise.resolve({ id }) });
const path = (call: string, id: string) => `/api/${call}/${encodeURIComponent(id)}`;

export const users = {
  all: (caller: Caller, query = "") => allUsers(requestTo(`/api/user/all${query}`, { headers: given(caller) })),
  details: (caller: Caller, id: string) => userDetails(requestTo(path("user/details", id), { headers: given(caller) }), withId(id)),
  create: (caller: Caller, body: unknown) => createUser(requestTo("/api/user/create", { method: "POST", headers: given(caller), body })),
  edit: (caller: Caller, id: string, body: unknown) =>
    editUser(requestTo(path("user/edit", id), { method: "PUT", headers: given(caller), body }), withId(id)),
  signOut: (caller: Caller, id: string) =>
    signOutUser(requestTo(path("user/sign-out", id), { method: "POST", headers: given(caller) }), withId(id)),
  delete: (caller: Caller, id: string) =>
    deleteUser(requestTo(path("user/delete", id), { method: "DELETE", headers: given(caller) }), withId(id)),
};

export const admins = {
  all: (caller: Caller, query = "") => allAdmins(requestTo(`/api/admin/all${query}`, { headers: given(caller) })),
  create: (caller: Caller, body: unknown) => createAdmin(requestTo("/api/admin/create", { method: "POST", headers: given(caller), body })),
  edit: (caller: Caller, id: string, body: unknown) =>
    editAdmin(requestTo(path("admin/edit", id), { method: "PUT", headers: given(caller), body }), withId(id)),
  signOut: (caller: Caller, id: string) =>
    signOutAdmin(requestTo(path("admin/sign-out", id), { method: "POST", headers: given(caller) }), withId(id)),
  delete: (caller: Caller, id: string) =>
    deleteAdmin(requestTo(path("admin/delete", id), { method: "DELETE", headers: given(caller) }), withId(id)),
};

export const names = (caller: Caller) => projectNames(requestTo("/api/project/names", { headers: given(caller) }));

export const PASSWORD = "correct horse battery";
export const uniqueEmail = () => `${randomUUID()}@example.com`;

/** Creates a user through the API. Assigns a new project unless projects are given. */
export async function newUser(caller: Caller, body: Partial<Record<string, unknown>> = {}): Promise<UserSummary> {
  const assignedProjects = body.assignedProjects ?? [(await createProject(null)).id];
  const answer = await users.create(caller, {
    fullName: "Ada Lovelace",
    email: uniqueEmail(),
    password: PASSWORD,
    ...body,
    assignedProjects,
  });
  expect(answer.status).toBe(201);
  return (await answer.json()).user;
}

export async function newAdmin(caller: Caller, body: Partial<Record<string, unknown>> = {}): Promise<AdminSummary> {
  const answer = await admins.create(caller, { name: "Grace Hopper", email: uniqueEmail(), password: PASSWORD, ...body });
  expect(answer.status).toBe(201);
  return (await answer.json()).admin;
}

/** Returns the edit form's body without changes. */
export function formOf({ fullName, email, assignedProjects }: UserSummary) {
  return { fullName, email, assignedProjects: assignedProjects.map(({ _id }) => _id) };
}

export function eventsOf(accountId: string) {
  return db().auditEvent.findMany({
    where: { targetType: "account", targetId: accountId },
    orderBy: { id: "asc" },
    select: { action: true, actorId: true, targetName: true, details: true },
  });
}

/** Returns the sorted IDs of projects that are assigned to an account. */
export async function assignedTo(accountId: string): Promise<string[]> {
  const rows = await db().assignment.findMany({ where: { accountId }, select: { projectId: true }, orderBy: { projectId: "asc" } });
  return rows.map(({ projectId }) => projectId);
}

/** Creates projects with these names and returns their IDs in order. */
export async function projectsNamed(...projectNames: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of projectNames) ids.push((await createProject(null, { name, safeName: `named-${randomUUID()}` })).id);
  return ids;
}

export const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });

export function addReset(accountId: string, usedAt: Date | null = null) {
  return db().passwordReset.create({ data: { accountId, tokenHash: uniqueEmail(), usedAt, expiresAt: new Date(Date.now() + 3_600_000) } });
}
