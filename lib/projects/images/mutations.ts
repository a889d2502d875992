import { Readable } from "node:stream";
import { type AuditActor, recordAudit } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { type BlobKey, blobKeySchema, newBlobKey } from "../../blobs/store";
import { type Database, execute, queryRows } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { IS_VISIBLE, visibleProjects } from "../../db/visible";
import { notFound } from "../../errors";
import { wakeWorkers } from "../../jobs/notifications";
import { logger } from "../../logging/logger";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { insertBlob } from "../../storage/mutations";
import { requireSpace } from "../../storage/quota/space";
import { imageOfTree } from "../../trees/data";
import { type LockedProject, lockProject } from "../mutations";

export interface ChangedImage {
  imageBlobKey: BlobKey | null;
}

/** Deletes thumbnails without a project. The sweep deletes what fails here. */
export async function discardImages(keys: readonly (string | null)[]): Promise<void> {
  const unused = keys.filter((key) => key !== null).map((key) => blobKeySchema.parse(key));
  if (unused.length === 0) return;
  await deleteUnusedBlobs(unused).catch((error: unknown) => logger.warn({ err: error }, "thumbnails left to the sweep"));
}

/**
 * Stores a thumbnail and assigns it to a project in a transaction. Then deletes the former thumbnail, or this one if it wasn't assigned.
 * @param place assigns the blob; returns the blobs that it replaces, or undefined when it didn't assign it
 * @returns the key of the blob, or null when it wasn't assigned
 * @throws AppError 413 without space
 */
export async function storeImage(
  bytes: Buffer,
  place: (tx: Transaction, key: BlobKey) => Promise<(string | null)[] | undefined>,
  ownerId: string | null = null,
): Promise<BlobKey | null> {
  const key = newBlobKey();
  let before: (string | null)[] | undefined;
  try {
    await inTransaction(async (tx) => {
      await requireSpace(tx, bytes.length);
      await insertBlob(key, ownerId, bytes.length, tx);
    });
    await blobStore().write(key, Readable.from([bytes]));
    before = await inTransaction((tx) => place(tx, key));
  } catch (error) {
    await discardImages([key]);
    throw error;
  }
  await discardImages(before ?? [key]);
  return before === undefined ? null : key;
}

async function requireProject(tx: Transaction, projectId: string): Promise<LockedProject> {
  const project = await lockProject(tx, projectId);
  if (!project) throw notFound("Project not found.");
  return project;
}

/** Assignments after which a project without a chosen thumbnail is due at once. */
const ANEW = `"imageOf" = NULL, "imageAttempts" = 0, "imageTriedAt" = NULL, "imageProblem" = NULL`;

async function writeImage(tx: Transaction, projectId: string, key: BlobKey | null): Promise<void> {
  await execute(tx, {
    text: `UPDATE "Project" SET "imageBlobKey" = $2, "imageSource" = $3::"ImageSource", ${ANEW} WHERE id = $1 AND ${IS_VISIBLE}`,
    values: [projectId, key, key === null ? null : "chosen"],
  });
}

/** Sets the thumbnail that an admin chose. @param bytes from makeThumbnail @throws AppError 404 when the project is gone, 413 without space */
export async function chooseImage(projectId: string, bytes: Buffer, actor: AuditActor): Promise<ChangedImage> {
  const imageBlobKey = await storeImage(
    bytes,
    async (tx, key) => {
      const before = await requireProject(tx, projectId);
      await writeImage(tx, projectId, key);
      const target = { type: "project", id: projectId, name: before.name };
      await recordAudit(tx, { action: "project.picture-set", actor, target });
      return [before.imageBlobKey];
    },
    actor.accountId,
  );
  return { imageBlobKey };
}

/** Shows the thumbnail that the current version has, unless one was chosen or the map is elsewhere. @returns its blob, or null */
export async function showVersionImage(tx: Transaction, projectId: string): Promise<string | null> {
  const [image] = await queryRows<{ key: string }>(tx, {
    text: `UPDATE "Project" project SET "imageBlobKey" = image.key, "imageSource" = 'rendered', "imageOf" = 'tree ' || shown."currentTreeId",
                  "imageAttempts" = 0, "imageProblem" = NULL
             FROM ${visibleProjects} shown CROSS JOIN LATERAL (${imageOfTree('shown."currentTreeId"', "shown.id")}) image
            WHERE project.id = $1 AND shown.id = $1 AND image.key IS NOT NULL
              AND project."imageSource" IS DISTINCT FROM 'chosen' AND coalesce(project."mapUrl", '') = ''
        RETURNING image.key`,
    values: [projectId],
  });
  return image?.key ?? null;
}

/** Makes a missing thumbnail of a project due at once. For a tree, only after an attempt that failed, because others may be running. */
export async function retryImage(client: Database, where: "id" | "currentTreeId", value: string | number): Promise<void> {
  const orNone = where === "id" ? `OR "imageBlobKey" IS NULL` : "";
  const text = `UPDATE "Project" SET ${ANEW}
                 WHERE "${where}" = $1 AND ${IS_VISIBLE} AND ("imageProblem" IS NOT NULL ${orNone}) AND "imageSource" IS DISTINCT FROM 'chosen'`;
  if ((await execute(client, { text, values: [value] })) > 0) await wakeWorkers(client);
}

/** Removes a chosen thumbnail. The rendered one of the current version is shown again; without one, a worker renders it. @throws AppError 404 when the project is gone */
export async function removeImage(projectId: string, actor: AuditActor): Promise<ChangedImage> {
  const { now, before } = await inTransaction(async (tx) => {
    const { name, imageBlobKey, imageSource } = await requireProject(tx, projectId);
    if (imageSource !== "chosen") return { now: imageBlobKey, before: null };
    await writeImage(tx, projectId, null);
    await recordAudit(tx, { action: "project.picture-removed", actor, target: { type: "project", id: projectId, name } });
    await wakeWorkers(tx);
    return { now: await showVersionImage(tx, projectId), before: imageBlobKey };
  });
  await discardImages([before]);
  return { imageBlobKey: now === null ? null : blobKeySchema.parse(now) };
}
