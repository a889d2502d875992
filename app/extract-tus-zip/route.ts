import { auditActor } from "@/lib/audit/mutations";
import { notFound } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { startImport } from "@/lib/imports/mutations";
import { describeTarget, extractTusZipSchema } from "@/lib/imports/schema";
import { requireAdmin } from "@/lib/sessions/policy";
import { findCompleteUpload } from "@/lib/uploads/data";

/** POST /extract-tus-zip → `{ success, status: "extracting", message, safeName }`: makes a project of a finished upload, or another map for one. */
export const POST = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  const actor = auditActor(viewer, readClient(request));
  const { uploadId, target } = await readJson(request, extractTusZipSchema);
  const upload = await findCompleteUpload(actor, uploadId);
  if (!upload) throw notFound("There is no finished upload with this id. Please upload the ZIP file again.");
  const { safeName } = await startImport(
    {
      source: "zip",
      ownerId: viewer.accountId,
      target: describeTarget(target, upload.metadata.filename),
      blobKey: upload.blobKey,
      sourceName: upload.metadata.filename,
    },
    actor,
  );
  return json({ success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName });
});
