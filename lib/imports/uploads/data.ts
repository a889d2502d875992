import pLimit from "p-limit";
import { z } from "zod";
import type { SuperadminViewer } from "../../accounts/sessions/schema";
import type { AuditActor } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { env } from "../../env";
import type { Prisma, Upload } from "../../generated/prisma/client";
import { completeUpload } from "./mutations";
import { uploadStorageSchema } from "./receiving";
import { claimedNameSchema, type UnfinishedUploads } from "./schema";

export interface UploadRecord {
  id: BlobKey;
  length: number;
  metadata: Record<string, string>;
  state: "receiving" | "complete";
  expiresAt: Date;
}

export interface CompleteUpload {
  blobKey: BlobKey;
  size: number;
  metadata: Record<string, string>;
}

const metadataSchema = z.record(z.string(), z.string());

function toRecord(row: Upload): UploadRecord {
  return {
    id: blobKeySchema.parse(row.id),
    length: Number(row.length),
    metadata: metadataSchema.parse(row.metadata),
    state: row.state,
    expiresAt: row.expiresAt,
  };
}

/** Returns the upload of any owner, or null when there is none. */
export async function findUpload(id: BlobKey): Promise<UploadRecord | null> {
  const row = await db().upload.findUnique({ where: { id } });
  return row && toRecord(row);
}

/** Returns the upload, or null when there is none or another account owns it. */
export async function findOwnUpload({ accountId: ownerId }: { accountId: string }, id: BlobKey): Promise<UploadRecord | null> {
  const row = await db().upload.findFirst({ where: { id, ownerId } });
  return row && toRecord(row);
}

/** Finds an own upload whose bytes exist, and completes it if its process was killed after the last byte. @returns null otherwise */
export async function findCompleteUpload(actor: AuditActor, uploadId: string): Promise<CompleteUpload | null> {
  const id = blobKeySchema.safeParse(uploadId).data;
  const upload = id && (await findOwnUpload(actor, id));
  if (!upload) return null;
  return (await isStored(actor, upload)) ? { blobKey: upload.id, size: upload.length, metadata: upload.metadata } : null;
}

async function isStored(actor: AuditActor, { id, length, state }: Pick<UploadRecord, "id" | "length" | "state">): Promise<boolean> {
  return state === "complete" ? (await blobStore().size(id)) === length : await completeUpload(id, length, actor);
}

const CONCURRENCY = 32;

/** Finds many complete uploads. @returns sizes by id, and the ids of those whose bytes are missing from the object store */
export async function findCompleteUploads(
  actor: AuditActor,
  uploadIds: Iterable<string>,
): Promise<{ sizes: ReadonlyMap<string, number>; gone: readonly string[] }> {
  const ids = [...uploadIds].filter((id) => blobKeySchema.safeParse(id).success);
  const rows = await queryRows<Pick<UploadRecord, "id" | "length" | "state">>(db(), {
    text: `SELECT id, length, state::text FROM "Upload" WHERE "ownerId" = $1 AND id = ANY ($2)`,
    values: [actor.accountId, ids],
  });
  const sizes = new Map<string, number>();
  const gone: string[] = [];
  const check = async (upload: (typeof rows)[number]) => {
    if (await isStored(actor, upload)) sizes.set(upload.id, upload.length);
    else if (upload.state === "complete") gone.push(upload.id);
  };
  await pLimit(CONCURRENCY).map(rows, check);
  return { sizes, gone };
}

const LISTED = 200;

/** Lists the newest unfinished uploads of all accounts, and counts all of them. */
export async function listUnfinishedUploads(_viewer: SuperadminViewer): Promise<UnfinishedUploads> {
  const where = { state: "receiving" } satisfies Prisma.UploadWhereInput;
  const rows = await db().upload.findMany({
    where,
    include: { owner: { select: { id: true, name: true, email: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LISTED,
  });
  const uploads = await pLimit(CONCURRENCY).map(rows, async ({ id, metadata, length, createdAt, expiresAt, storage, owner }) => ({
    _id: id,
    filename: claimedNameSchema.parse(metadata).filename ?? null,
    length: Number(length),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    // A bucket does not report the size of an unfinished upload, so its row counts.
    received: env().s3 ? uploadStorageSchema.parse(storage ?? {}).received : ((await blobStore().size(blobKeySchema.parse(id))) ?? 0),
    owner: owner && { _id: owner.id, name: owner.name, email: owner.email },
  }));
  return { uploads, total: await db().upload.count({ where }) };
}
