import { type AuditActor, auditActor, recordAudit } from "../../audit/mutations";
import { env } from "../../env";
import { AppError } from "../../errors";
import type { Client } from "../../http/client";
import { assignProjects } from "../assignments/mutations";
import { createInvitationLink, inviteAccount, resendInvitation } from "../invitations/mutations";
import { type AccountWork, changeAccount, createAccount, deleteAccount } from "../mutations";
import { requireRecentProof } from "../proofs/policy";
import type { AdminViewer } from "../sessions/schema";
import { readUser } from "./data";
import type { BulkChange, BulkOutcome, EditedUser, NewUser, UserSummary } from "./schema";

const inTurn =
  (...works: readonly AccountWork[]): AccountWork =>
  async (tx, account) => {
    for (const work of works) await work(tx, account);
  };

/** Sets when an account ends. @param expiresAt undefined keeps the present end */
function setEnd(expiresAt: Date | null | undefined, actor: AuditActor): AccountWork {
  return async (tx, { id, email }) => {
    const former = await tx.account.findUniqueOrThrow({ where: { id }, select: { expiresAt: true } });
    if (expiresAt === undefined || expiresAt?.getTime() === former.expiresAt?.getTime()) return;
    await tx.account.update({ where: { id }, data: { expiresAt }, select: { id: true } });
    const endOf = (end: Date | null) => ({ expiresAt: end?.toISOString() ?? null });
    const details = { role: "user", before: endOf(former.expiresAt), after: endOf(expiresAt) };
    await recordAudit(tx, { action: "account.changed", actor, target: { type: "account", id, name: email }, details });
  };
}

/** Creates or invites a user. @throws AppError 400 when a project is gone, 403 without a recent proof, 409 for an address that any account has */
export async function createUser(viewer: AdminViewer, input: NewUser, client: Client): Promise<UserSummary> {
  await requireRecentProof(viewer);
  const account = { role: "user", name: input.fullName, email: input.email } as const;
  const actor = auditActor(viewer, client);
  const also = inTurn(assignProjects(input.assignedProjects, viewer, actor), setEnd(input.expiresAt, actor));
  const id = input.invite
    ? await inviteAccount(account, viewer, client, also)
    : await createAccount({ ...account, password: input.password }, actor, { also });
  return readUser(viewer, id);
}

/** Changes a user. @throws AppError 400 when a project is gone or none is left, 403 for a password or an address without a recent proof, 404 when no user has this id, 409 for an address that another account has */
export async function editUser(viewer: AdminViewer, id: string, input: EditedUser, client: Client): Promise<UserSummary> {
  const { fullName: name, assignedProjects, expiresAt, ...change } = input;
  const isSignInChanged = change.password !== undefined || change.email !== (await readUser(viewer, id)).email;
  if (isSignInChanged) await requireRecentProof(viewer);
  const actor = auditActor(viewer, client);
  const also = inTurn(assignProjects(assignedProjects, viewer, actor), setEnd(expiresAt, actor));
  await changeAccount({ role: "user", id } as const, { name, ...change }, viewer, client, also);
  return readUser(viewer, id);
}

/** Deletes users or invites them again, one after the other. @throws AppError 403 for links of invitations without a recent proof */
export async function changeUsers(viewer: AdminViewer, { action, users }: BulkChange, client: Client): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { failed: [], links: [] };
  const change = async (id: string) => {
    const managed = { role: "user", id } as const;
    if (action === "delete") await deleteAccount(managed, viewer, client);
    else if (env().smtpUrl) await resendInvitation(managed, viewer, client);
    else outcome.links.push({ _id: id, ...(await createInvitationLink(managed, viewer, client)) });
  };
  for (const id of users) {
    try {
      await change(id);
    } catch (error) {
      // A missing proof is about the whole call, not about one user.
      if (!(error instanceof AppError) || error.reason) throw error;
      outcome.failed.push({ _id: id, message: error.message });
    }
  }
  return outcome;
}
