import { auditActor } from "../../audit/mutations";
import type { Client } from "../../http/client";
import { inviteAccount } from "../invitations/mutations";
import { changeAccount, createAccount } from "../mutations";
import { requireRecentProof } from "../proofs/policy";
import type { SuperadminViewer } from "../sessions/schema";
import { readAdmin } from "./data";
import type { AdminSummary, EditedAdmin, NewAdmin } from "./schema";

/** Creates or invites an admin. @throws AppError 403 without a recent proof, 409 for an address that any account has */
export async function createAdmin(viewer: SuperadminViewer, { name, email, ...admin }: NewAdmin, client: Client): Promise<AdminSummary> {
  await requireRecentProof(viewer);
  const account = { role: "admin", name, email } as const;
  const id = admin.invite
    ? await inviteAccount(account, viewer, client)
    : await createAccount({ ...account, password: admin.password }, auditActor(viewer, client));
  return readAdmin(viewer, id);
}

/** Changes an admin. @throws AppError 403 without a recent proof, 404 when no admin has this id, 409 for an address that another account has */
export async function editAdmin(viewer: SuperadminViewer, id: string, admin: EditedAdmin, client: Client): Promise<AdminSummary> {
  await requireRecentProof(viewer);
  await changeAccount({ role: "admin", id }, admin, auditActor(viewer, client));
  return readAdmin(viewer, id);
}
