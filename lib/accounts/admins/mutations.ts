import { auditActor } from "../../audit/mutations";
import type { Client } from "../../http/client";
import { accountGone, changeAccount, createAccount, deleteAccount, emailTaken, signOutEverywhere } from "../mutations";
import type { SuperadminViewer } from "../sessions/schema";
import { findAdmin } from "./data";
import type { AdminSummary, EditedAdmin, NewAdmin } from "./schema";

async function readAdmin(viewer: SuperadminViewer, id: string): Promise<AdminSummary> {
  const admin = await findAdmin(viewer, id);
  if (!admin) throw accountGone();
  return admin;
}

/** Creates an admin. @throws AppError 409 for an address that any account has */
export async function createAdmin(viewer: SuperadminViewer, admin: NewAdmin, client: Client): Promise<AdminSummary> {
  const result = await createAccount({ role: "admin", ...admin }, auditActor(viewer, client));
  if (result.outcome !== "created") throw emailTaken();
  return readAdmin(viewer, result.accountId);
}

/** Changes an admin. @throws AppError 404 when no admin has this id, 409 for an address that another account has */
export async function editAdmin(viewer: SuperadminViewer, id: string, admin: EditedAdmin, client: Client): Promise<AdminSummary> {
  await changeAccount({ role: "admin", id }, admin, auditActor(viewer, client));
  return readAdmin(viewer, id);
}

/** Deletes an admin. @throws AppError 404 when no admin has this id, 409 for the viewer's own */
export function deleteAdmin(viewer: SuperadminViewer, id: string, client: Client): Promise<void> {
  return deleteAccount({ role: "admin", id }, viewer, client);
}

/** Ends every session of an admin. @returns their number @throws AppError 404 when no admin has this id */
export function signOutAdmin(viewer: SuperadminViewer, id: string, client: Client): Promise<number> {
  return signOutEverywhere({ role: "admin", id }, auditActor(viewer, client));
}
