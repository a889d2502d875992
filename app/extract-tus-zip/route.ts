import { notFound } from "@/lib/errors";
import { json, readJson, route } from "@/lib/http/route";
import { startZipImport } from "@/lib/imports/mutations";
import { defaultDescription, extractTusZipSchema } from "@/lib/imports/schema";
import { requireAdmin } from "@/lib/sessions/policy";
import { findCompleteUpload } from "@/lib/uploads/data";

/** POST /extract-tus-zip → `{ success, status: "extracting", message, safeName }`: makes a project of a finished upload. */
export const POST = route(async (request: Request) => {
  const { accountId: ownerId } = await requireAdmin(request);
  const { projectName, description, uploadId } = await readJson(request, extractTusZipSchema);
  const upload = await findCompleteUpload(ownerId, uploadId);
  if (!upload) throw notFound("There is no finished upload with this id. Please upload the ZIP file again.");
  const { safeName } = await startZipImport({
    ownerId,
    projectName,
    description: description || defaultDescription(upload.metadata.filename),
    blobKey: upload.blobKey,
  });
  return json({ success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName });
});
