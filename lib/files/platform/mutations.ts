import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { auditActor } from "../../audit/mutations";
import { notFound } from "../../errors";
import type { Client } from "../../http/client";
import { trashItem } from "../trash/mutations";
import { findPlatformFile } from "./data";

/** Moves a file to the trash of its project or of the shared assets. @throws AppError 404 when there is no such file */
export async function deletePlatformFile(viewer: SuperadminViewer, fileId: string, client: Client): Promise<void> {
  const file = await findPlatformFile(viewer, fileId);
  if (!file) throw notFound("This file no longer exists.");
  await trashItem(file.scope, file, auditActor(viewer, client));
}
