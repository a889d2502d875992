import { z } from "zod";
import type { AdminViewer } from "../accounts/sessions/schema";
import { type AuditActor, recordAudit } from "../audit/mutations";
import { newBlobKey } from "../blobs/key";
import { blobStore } from "../blobs/open";
import type { BlobKey } from "../blobs/store";
import { db, pool } from "../db";
import { AppError, notFound } from "../errors";
import { Prisma } from "../generated/prisma/client";
import { wakeWorkers } from "../jobs/wake-up";
import { logger } from "../logging/logger";
import { NAME_TAKEN } from "../projects/mutations";
import { toSafeName } from "../projects/schema";
import { deleteUnusedBlobs } from "../storage/garbage/unused-blobs";
import { findObstacle, findStarted, type StartedImport } from "./data";
import { type ImportTarget, toSourceName } from "./schema";

/** Prisma's code for a row that another one excludes. */
const UNIQUE_VIOLATION = "P2002";

export interface NewImport {
  source: "zip" | "folder";
  /** Whose project it will be; of a replacement, who does it. */
  ownerId: string;
  target: ImportTarget;
  /** The archive; of a folder, the list of its files. */
  blobKey: BlobKey;
  /** Other blobs that entries are going to point at: what a folder's files were uploaded in. No two running imports share one. */
  claims?: readonly BlobKey[];
  /** Name of the file or folder, as the client sent it. */
  sourceName?: string | null;
  /** For a folder's list that only tells the differences: the tree that it starts from. */
  baseTreeId?: number;
  /** Numbers of files that it adds, changes and removes, where that is known. */
  changes?: { added: number; changed: number; removed: number };
  /** By which the call is known again when it comes twice. */
  idempotencyKey?: string | null;
}

/** What a call has begun. `isNew` is false when an earlier call of the same key has: then nothing of this one is used. */
export interface BegunImport extends StartedImport {
  isNew: boolean;
}

/**
 * Begins to make a map of what was uploaded; a worker does the rest. Of several calls of one key, one begins something.
 * @param actor who does it; null when the product itself does, as on the first start
 * @throws AppError 400 for a name without an address, 404 when an upload or the project is gone, 409 when the name is taken, or
 * an upload or the project is being worked on
 */
export async function startImport(input: NewImport, actor: AuditActor | null): Promise<BegunImport> {
  try {
    const started = await db().$transaction((tx) => queueImport(tx, input, actor), { timeout: 60_000, maxWait: 10_000 });
    return { ...started, isNew: true };
  } catch (error) {
    // What stands in the way may be what this very call began when it came before.
    const earlier = await findStarted(input.ownerId, input.idempotencyKey);
    if (earlier) return { ...earlier, isNew: false };
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION) throw await explainConflict(input);
    throw error;
  }
}

interface Settled {
  projectName: string;
  safeName: string;
  description: string;
  replacesId: string | null;
}

/** Settles what the import is called, and that it may be. */
async function settleTarget(tx: Prisma.TransactionClient, target: ImportTarget): Promise<Settled> {
  if (target.kind === "replace") {
    const select = { id: true, name: true, safeName: true, description: true };
    const project = await tx.project.findUnique({ where: { id: target.projectId }, select });
    if (!project) throw notFound("This project no longer exists.");
    return { projectName: project.name, safeName: project.safeName, description: project.description, replacesId: project.id };
  }
  const { projectName, description } = target;
  const safeName = toSafeName(projectName);
  if (safeName === "") throw new AppError("bad_request", "Project name needs at least one letter or number.");
  if (await tx.project.findUnique({ where: { safeName }, select: { id: true } })) throw new AppError("conflict", NAME_TAKEN);
  return { projectName, safeName, description, replacesId: null };
}

async function queueImport(tx: Prisma.TransactionClient, input: NewImport, actor: AuditActor | null): Promise<StartedImport> {
  const { source, ownerId, blobKey, claims = [], sourceName, baseTreeId, changes, idempotencyKey } = input;
  const keys = [blobKey, ...claims];
  // Whoever is about to delete an upload holds this lock: then it is released when we get on.
  const [locked] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (SELECT key FROM "Blob" WHERE key = ANY (${keys}::text[]) ORDER BY key FOR KEY SHARE) locked`;
  // Asked by a statement of its own, which sees what was committed while the locks were waited for: a deleted upload leaves its blob's row.
  const [released] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM "Blob" blob
     WHERE key = ANY (${keys}::text[]) AND "releasedAt" IS NOT NULL AND NOT EXISTS (SELECT FROM "Upload" WHERE id = blob.key)`;
  if (locked?.count !== keys.length || released?.count !== 0) throw notFound("This upload no longer exists. Please upload the file again.");
  const settled = await settleTarget(tx, input.target);
  // What was made under this key is gone with its project: it may be made again.
  if (idempotencyKey)
    await tx.import.updateMany({ where: { ownerId, idempotencyKey, status: "complete", projectId: null }, data: { idempotencyKey: null } });
  // Two calls at once, for one name or one upload: the unique indexes over active imports let one of them through.
  const started = await tx.import.create({
    data: {
      ...settled,
      source,
      ownerId,
      address: actor?.address,
      blobKey,
      sourceName: toSourceName(sourceName),
      baseTreeId,
      changes,
      idempotencyKey,
    },
    select: { id: true },
  });
  await claimBlobs(tx, started.id, claims);
  const { safeName, projectName: name, replacesId } = settled;
  const details = { safeName, source, ...(replacesId && { replaces: replacesId }) };
  await recordAudit(tx, { action: "import.started", actor, target: { type: "import", id: started.id, name }, details });
  await wakeWorkers(tx);
  return { importId: started.id, safeName };
}

/** Of two imports that claim one blob at once, the second waits here for the first, and then finds it claimed. */
async function claimBlobs(tx: Prisma.TransactionClient, importId: string, claims: readonly BlobKey[]): Promise<void> {
  if (claims.length === 0) return;
  const claimed = await tx.$executeRaw`
    INSERT INTO "ImportBlob" ("blobKey", "importId") SELECT key, ${importId}::uuid FROM unnest(${claims}::text[]) claim (key) ORDER BY key
    ON CONFLICT DO NOTHING`;
  if (claimed < claims.length) throw new AppError("conflict", UPLOAD_IN_USE);
}

const UPLOAD_IN_USE = "This upload is already being published.";

/** Of two calls at once one was let through: what the other is told. */
async function explainConflict({ target }: NewImport): Promise<AppError> {
  return (await findObstacle(target)) ?? new AppError("conflict", UPLOAD_IN_USE);
}

/**
 * Stores an archive that comes with the request that asks for its import. Its row comes first, so that the sweep of unused blobs
 * finds what a killed process has written.
 * @param ownerId whose bytes they are
 * @throws what `bytes` throws, and whatever the object store throws; then nothing of it stays
 */
export async function storeArchive(bytes: AsyncIterable<Buffer>, ownerId: string, signal: AbortSignal): Promise<BlobKey> {
  const key = newBlobKey();
  await pool().query({ text: `INSERT INTO "Blob" (key, size, "ownerId") VALUES ($1, 0, $2)`, values: [key, ownerId] });
  try {
    const size = await blobStore().write(key, bytes, signal);
    await pool().query({ text: `UPDATE "Blob" SET size = $2 WHERE key = $1`, values: [key, size] });
    return key;
  } catch (error) {
    await discardArchive(key);
    throw error;
  }
}

/** Deletes an archive of which nothing was made; should that fail, the sweep does it. */
export async function discardArchive(key: BlobKey): Promise<void> {
  await deleteUnusedBlobs([key]).catch((error: unknown) => logger.warn({ err: error, blob: key }, "archive left to the sweep"));
}

/**
 * Takes note of one's own failed import, which is listed no more.
 * @throws AppError 404 for somebody else's, and for one that has not failed
 */
export async function dismissImport(viewer: AdminViewer, id: string): Promise<void> {
  const where = { id, ownerId: viewer.accountId, status: "failed" } satisfies Prisma.ImportWhereInput;
  const isId = z.uuid().safeParse(id).success;
  const { count } = isId ? await db().import.updateMany({ where, data: { dismissedAt: new Date() } }) : { count: 0 };
  if (count === 0) throw notFound("There is no failed import with this id.");
}
