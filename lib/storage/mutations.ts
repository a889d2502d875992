import type { BlobKey } from "../blobs/store";
import { db } from "../db/client";
import { type Database, execute } from "../db/query";
import type { Transaction } from "../db/transaction";
import type { Prisma } from "../generated/prisma/client";
import { deleteTrees } from "../trees/mutations";
import { deleteReleasedUploads } from "./references/blob-references";

/** Inserts the row of a blob before its bytes, so that the sweep finds it after a crash. @param ownerId null when the product made them */
export async function insertBlob(key: string, ownerId: string | null, size = 0, client: Database = db()): Promise<void> {
  await client.blob.createMany({ data: { key, size, ownerId }, skipDuplicates: true });
}

/** Inserts the row of a copy of a blob, with the owner and age of the original, before the bytes. */
export async function insertBlobFrom(client: Database, { key, size, from }: { key: BlobKey; size: number; from: BlobKey }): Promise<void> {
  const source = await client.blob.findUnique({ where: { key: from }, select: { ownerId: true, uploadedAt: true } });
  await client.blob.create({ data: { ...source, key, size }, select: { key: true } });
}

/** Records the size of a blob whose bytes are all stored, and releases what it had reserved. */
export async function setBlobSize(key: BlobKey, size: number, client: Database = db()): Promise<void> {
  await client.blob.updateMany({ where: { key }, data: { size, reserved: 0 } });
}

/** Marks the blob of an upload as released, and inserts a missing row, so that the sweep finds an unfinished upload. */
export async function releaseUpload(tx: Transaction, key: string): Promise<void> {
  const releasedAt = new Date();
  await tx.blob.upsert({ where: { key }, create: { key, size: 0, releasedAt }, update: { releasedAt }, select: { key: true } });
}

/** Releases blobs. A sweep soon deletes those that nothing else refers to. */
export async function releaseBlobs(tx: Transaction, keys: readonly string[]): Promise<void> {
  await deleteReleasedUploads(tx, keys);
  await execute(tx, { text: `UPDATE "Blob" SET "releasedAt" = now() WHERE key = ANY ($1)`, values: [keys] });
}

/** Deletes trees with their entries and releases their blobs, which a sweep deletes soon after the transaction. */
export async function dropTrees(tx: Transaction, treeIds: readonly number[]): Promise<void> {
  if (treeIds.length > 0) await releaseBlobs(tx, await deleteTrees(tx, treeIds));
}

/** SQL that records the end of a backup. */
export const RECORD_BACKUP = `UPDATE "Installation" SET "backedUpAt" = now()`;

export async function changeInstallation(
  data: Pick<Prisma.InstallationUpdateManyMutationInput, "mailTestedAt" | "setupDismissedAt">,
): Promise<void> {
  await db().installation.updateMany({ data });
}
