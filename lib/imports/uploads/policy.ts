import type { AdminViewer } from "../../accounts/sessions/schema";
import type { BlobKey } from "../../blobs/store";
import { notFound } from "../../errors";
import { findOwnUpload, type UploadRecord } from "./data";

/** Returns an upload that the viewer has begun. @throws AppError 404, also when another account has begun it */
export async function requireOwnUpload(viewer: AdminViewer, id: BlobKey): Promise<UploadRecord> {
  const upload = await findOwnUpload(viewer.accountId, id);
  if (!upload) throw notFound();
  return upload;
}
