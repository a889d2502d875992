import type { AdminViewer } from "../../accounts/sessions/schema";
import type { BlobKey } from "../../blobs/store";
import { notFound } from "../../errors";
import { findOwnUpload, type UploadRecord } from "./data";

/**
 * Only who began an upload may see, continue or delete it.
 * @throws AppError 404 for somebody else's as for a missing one
 */
export async function requireOwnUpload(viewer: AdminViewer, id: BlobKey): Promise<UploadRecord> {
  const upload = await findOwnUpload(viewer.accountId, id);
  if (!upload) throw notFound();
  return upload;
}
