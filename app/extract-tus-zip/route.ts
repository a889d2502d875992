import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { toNameEncoding } from "@/lib/archives/directory/name-encoding";
import { notFound } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { readIdempotencyKey } from "@/lib/http/idempotency-key";
import { json, readJson, route } from "@/lib/http/route";
import { findStarted, type StartedImport } from "@/lib/imports/data";
import { startImport } from "@/lib/imports/mutations";
import { type Publisher, publisherOf } from "@/lib/imports/policy";
import { describeTarget, type ExtractTusZip, extractTusZipSchema } from "@/lib/imports/schema";
import { findCompleteUpload } from "@/lib/imports/uploads/data";

export const POST = route(async (request: Request) => {
  const viewer = await requireAdmin(request, "publish");
  const actor = publisherOf(viewer, readClient(request));
  const idempotencyKey = readIdempotencyKey(request);
  const body = await readJson(request, extractTusZipSchema);
  const { safeName } = (await findStarted(actor.accountId, idempotencyKey)) ?? (await start(body, actor, idempotencyKey));
  return json({ success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName });
});

async function start(
  { uploadId, target, nameEncoding: chosen }: ExtractTusZip,
  actor: Publisher,
  idempotencyKey: string | null,
): Promise<StartedImport> {
  const upload = await findCompleteUpload(actor, uploadId);
  if (!upload) throw notFound("There is no finished upload with this id. Please upload the ZIP file again.");
  const { filename } = upload.metadata;
  const nameEncoding = chosen ?? toNameEncoding(upload.metadata.nameEncoding ?? null);
  const of = { source: "zip", ownerId: actor.accountId, blobKey: upload.blobKey, sourceName: filename, nameEncoding } as const;
  return startImport({ ...of, target: describeTarget(target, filename), idempotencyKey }, actor);
}
