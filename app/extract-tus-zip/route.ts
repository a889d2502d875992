import { adminCall } from "@/app/api/call";
import { toNameEncoding } from "@/lib/archives/directory/name-encoding";
import { notFound } from "@/lib/errors";
import { readIdempotencyKey } from "@/lib/http/idempotency-key";
import { findStarted, type StartedImport } from "@/lib/imports/data";
import { startImport } from "@/lib/imports/mutations";
import { type Publisher, publisherOf } from "@/lib/imports/policy";
import { describeTarget, type ExtractTusZip, extractTusZipSchema, startedImportSchema } from "@/lib/imports/schema";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { idempotencyHeader } from "@/lib/openapi/parameters";

export const POST = adminCall("publish", {
  summary: "Publish an uploaded ZIP",
  description:
    "Creates a project from a finished upload, or replaces the map of the project `projectId`. The map opens within seconds and is checked in the background.",
  headers: idempotencyHeader,
  body: extractTusZipSchema,
  example: { projectName: "Harbour 2026", description: "Depths and moorings", uploadId: "5b1f0c7e9a3d4c2f8e6b7a1d0c9f8e7d" },
  answer: startedImportSchema,
  errors: [404, 409],
})(async ({ request, viewer, client, body }) => {
  const actor = publisherOf(viewer, client);
  const idempotencyKey = readIdempotencyKey(request);
  const { safeName } = (await findStarted(actor.accountId, idempotencyKey)) ?? (await start(body, actor, idempotencyKey));
  return { success: true, status: "extracting", message: "The ZIP file is being extracted.", safeName };
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
