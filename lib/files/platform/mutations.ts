import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { auditActor } from "../../audit/mutations";
import { notFound } from "../../errors";
import type { Client } from "../../http/client";
import { deleteItem, trashItem } from "../trash/mutations";
import { findPlatformFile } from "./data";
import type { FileDeletion } from "./schema";

/** Moves a file to the trash of its project or of the shared assets, or deletes it permanently. @throws AppError 404 when there is no such file */
export async function deletePlatformFile(
  viewer: SuperadminViewer,
  fileId: string,
  { permanently }: FileDeletion,
  client: Client,
): Promise<void> {
  const file = await findPlatformFile(viewer, fileId);
  if (!file) throw notFound("This file no longer exists.");
  const remove = permanently ? deleteItem : trashItem;
  await remove(file.scope, file, auditActor(viewer, client));
}
