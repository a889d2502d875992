import { auditActor } from "../../audit/mutations";
import type { Client } from "../../http/client";
import { assignProjects } from "../assignments/mutations";
import { accountGone, changeAccount, createAccount, deleteAccount, emailTaken, signOutEverywhere } from "../mutations";
import type { AdminViewer } from "../sessions/schema";
import { findUser } from "./data";
import type { EditedUser, NewUser, UserSummary } from "./schema";

async function readUser(viewer: AdminViewer, id: string): Promise<UserSummary> {
  const user = await findUser(viewer, id);
  if (!user) throw accountGone();
  return user;
}

/** Creates a user. @throws AppError 400 when a project is gone, 409 for an address that any account has */
export async function createUser(viewer: AdminViewer, input: NewUser, client: Client): Promise<UserSummary> {
  const { fullName: name, email, password, assignedProjects } = input;
  const actor = auditActor(viewer, client);
  const result = await createAccount({ role: "user", name, email, password }, actor, { also: assignProjects(assignedProjects, actor) });
  if (result.outcome !== "created") throw emailTaken();
  return readUser(viewer, result.accountId);
}

/** Changes a user. @throws AppError 400 when a project is gone or none is left, 404 when no user has this id, 409 for an address that another account has */
export async function editUser(viewer: AdminViewer, id: string, input: EditedUser, client: Client): Promise<UserSummary> {
  const { fullName: name, email, password, assignedProjects } = input;
  const actor = auditActor(viewer, client);
  await changeAccount({ role: "user", id }, { name, email, password }, actor, assignProjects(assignedProjects, actor));
  return readUser(viewer, id);
}

/** Deletes a user. @throws AppError 404 when no user has this id, 409 for the viewer's own */
export function deleteUser(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  return deleteAccount({ role: "user", id }, viewer, client);
}

/** Ends every session of a user. @returns their number @throws AppError 404 when no user has this id */
export function signOutUser(viewer: AdminViewer, id: string, client: Client): Promise<number> {
  return signOutEverywhere({ role: "user", id }, auditActor(viewer, client));
}
