import { auditActor } from "../../audit/mutations";
import type { Client } from "../../http/client";
import { assignProjects } from "../assignments/mutations";
import { inviteAccount } from "../invitations/mutations";
import { changeAccount, createAccount } from "../mutations";
import type { AdminViewer } from "../sessions/schema";
import { readUser } from "./data";
import type { EditedUser, NewUser, UserSummary } from "./schema";

/** Creates or invites a user. @throws AppError 400 when a project is gone, 409 for an address that any account has, or without a mail server */
export async function createUser(viewer: AdminViewer, input: NewUser, client: Client): Promise<UserSummary> {
  const account = { role: "user", name: input.fullName, email: input.email } as const;
  const actor = auditActor(viewer, client);
  const also = assignProjects(input.assignedProjects, actor);
  const id = input.invite
    ? await inviteAccount(account, viewer, client, also)
    : await createAccount({ ...account, password: input.password }, actor, { also });
  return readUser(viewer, id);
}

/** Changes a user. @throws AppError 400 when a project is gone or none is left, 404 when no user has this id, 409 for an address that another account has */
export async function editUser(viewer: AdminViewer, id: string, input: EditedUser, client: Client): Promise<UserSummary> {
  const { fullName: name, assignedProjects, ...change } = input;
  const actor = auditActor(viewer, client);
  await changeAccount({ role: "user", id }, { name, ...change }, actor, assignProjects(assignedProjects, actor));
  return readUser(viewer, id);
}
