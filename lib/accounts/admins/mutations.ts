import { auditActor } from "../../audit/mutations";
import type { Client } from "../../http/client";
import { changeAccount, createAccount } from "../mutations";
import { requireRecentProof } from "../proofs/policy";
import type { SuperadminViewer } from "../sessions/schema";
import { readAdmin } from "./data";
import type { AdminSummary, EditedAdmin, NewAdmin } from "./schema";

/** Creates an admin. @throws AppError 403 without a recent proof, 409 for an address that any account has */
export async function createAdmin(viewer: SuperadminViewer, admin: NewAdmin, client: Client): Promise<AdminSummary> {
  await requireRecentProof(viewer);
  return readAdmin(viewer, await createAccount({ role: "admin", ...admin }, auditActor(viewer, client)));
}

/** Changes an admin. @throws AppError 403 without a recent proof, 404 when no admin has this id, 409 for an address that another account has */
export async function editAdmin(viewer: SuperadminViewer, id: string, admin: EditedAdmin, client: Client): Promise<AdminSummary> {
  await requireRecentProof(viewer);
  await changeAccount({ role: "admin", id }, admin, auditActor(viewer, client));
  return readAdmin(viewer, id);
}
