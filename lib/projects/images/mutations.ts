import { Readable } from "node:stream";
import { type AuditActor, recordAuditBy } from "../../audit/mutations";
import { newBlobKey } from "../../blobs/key";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { pool, type Queryable, withTransaction } from "../../db";
import { notFound } from "../../errors";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { logger } from "../../logging/logger";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";

/** A change of a picture: what stands there now. */
export interface ChangedImage {
  imageBlobKey: BlobKey | null;
}

interface ImageRow {
  name: string;
  imageBlobKey: string | null;
  imageSource: "chosen" | "rendered" | null;
}

/** Its row comes first, so that the sweep of unused blobs finds what a killed process has written. */
async function writeBlob(key: BlobKey, bytes: Buffer, ownerId: string | null): Promise<void> {
  await pool().query({ text: `INSERT INTO "Blob" (key, size, "ownerId") VALUES ($1, $2, $3)`, values: [key, bytes.length, ownerId] });
  await blobStore().write(key, Readable.from([bytes]));
}

/** Deletes pictures that nothing shows any more; what fails is left to the sweep. */
export async function discardImages(keys: readonly (string | null)[]): Promise<void> {
  const unused = keys.filter((key) => key !== null).map((key) => blobKeySchema.parse(key));
  if (unused.length === 0) return;
  await deleteUnusedBlobs(unused).catch((error: unknown) => logger.warn({ err: error }, "pictures left to the sweep"));
}

/**
 * Stores a picture and lets `place` put it in its place, in a transaction. Whatever is then shown by nothing is deleted: the
 * picture before, or this one when it found no place.
 * @param place gets the new blob's key; @returns the blob that it took the place of, or undefined when it took none
 * @param ownerId who chose it; null when the product made it
 */
export async function storeImage(
  bytes: Buffer,
  place: (transaction: Queryable, key: BlobKey) => Promise<string | null | undefined>,
  ownerId: string | null = null,
): Promise<BlobKey | null> {
  const key = newBlobKey();
  let before: string | null | undefined;
  try {
    await writeBlob(key, bytes, ownerId);
    before = await withTransaction((transaction) => place(transaction, key));
  } catch (error) {
    await discardImages([key]);
    throw error;
  }
  await discardImages([before === undefined ? key : before]);
  return before === undefined ? null : key;
}

/** @throws AppError 404 */
async function lockProject(transaction: Queryable, projectId: string): Promise<ImageRow> {
  const { rows } = await transaction.query<ImageRow>({
    text: `SELECT name, "imageBlobKey", "imageSource"::text FROM "Project" WHERE id = $1 FOR UPDATE`,
    values: [projectId],
  });
  if (!rows[0]) throw notFound("Project not found.");
  return rows[0];
}

/** Everything about attempts to render one is forgotten with it. */
async function writeImage(transaction: Queryable, projectId: string, key: BlobKey | null): Promise<void> {
  await transaction.query({
    text: `UPDATE "Project" SET "imageBlobKey" = $2, "imageSource" = $3::"ImageSource", "imageOf" = NULL, "imageAttempts" = 0, "imageTriedAt" = NULL
            WHERE id = $1`,
    values: [projectId, key, key === null ? null : "chosen"],
  });
}

/**
 * Gives a project the picture that an admin chose.
 * @param bytes from makePicture
 * @throws AppError 404 when the project is gone
 */
export async function chooseImage(projectId: string, bytes: Buffer, actor: AuditActor): Promise<ChangedImage> {
  const imageBlobKey = await storeImage(
    bytes,
    async (transaction, key) => {
      const before = await lockProject(transaction, projectId);
      await writeImage(transaction, projectId, key);
      const target = { type: "project", id: projectId, name: before.name };
      await recordAuditBy(transaction, { action: "project.picture-set", actor, target });
      return before.imageBlobKey;
    },
    actor.accountId,
  );
  return { imageBlobKey };
}

/**
 * Takes a chosen picture away; a worker renders another in its place. One that was rendered stays.
 * @throws AppError 404 when the project is gone
 */
export async function removeImage(projectId: string, actor: AuditActor): Promise<ChangedImage> {
  const { now, before } = await withTransaction(async (transaction) => {
    const { name, imageBlobKey, imageSource } = await lockProject(transaction, projectId);
    if (imageSource !== "chosen") return { now: imageBlobKey, before: null };
    await writeImage(transaction, projectId, null);
    await recordAuditBy(transaction, { action: "project.picture-removed", actor, target: { type: "project", id: projectId, name } });
    await wakeWorkersBy(transaction);
    return { now: null, before: imageBlobKey };
  });
  await discardImages([before]);
  return { imageBlobKey: now === null ? null : blobKeySchema.parse(now) };
}
