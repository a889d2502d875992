import { z } from "zod";
import type { AdminViewer } from "../accounts/sessions/schema";
import type { NameEncoding } from "../archives/directory/name-encoding";
import { type AuditActor, recordAudit } from "../audit/mutations";
import { blobStore } from "../blobs/open";
import { type BlobKey, newBlobKey } from "../blobs/store";
import { db } from "../db/client";
import { inTransaction, type Transaction } from "../db/transaction";
import { AppError, notFound } from "../errors";
import { Prisma } from "../generated/prisma/client";
import { wakeWorkers } from "../jobs/notifications";
import { logger } from "../logging/logger";
import { findReplaced, hasSafeName, NAME_TAKEN } from "../projects/mutations";
import { toSafeName } from "../projects/schema";
import { deleteUnusedBlobs } from "../storage/garbage/unused-blobs";
import { insertBlob, setBlobSize } from "../storage/mutations";
import { type ExpectedBytes, Reservation, UNKNOWN_LENGTH } from "../storage/quota/reservation";
import { requireWithinQuota } from "../storage/quota/space";
import { shareBlobs } from "../storage/references/blob-references";
import { findObstacle, findStarted, type StartedImport } from "./data";
import { type Publisher, requireTarget } from "./policy";
import { type ImportTarget, toSourceName } from "./schema";
import { isNameReserved } from "./uploads/reserved-names";

const UNIQUE_VIOLATION = "P2002";

export interface NewImport {
  source: "zip" | "folder";
  ownerId: string;
  target: ImportTarget;
  blobKey: BlobKey;
  /** Other blobs that entries will refer to: the uploads of a folder's files. No two running imports share one. */
  claims?: readonly BlobKey[];
  sourceName?: string | null;
  /** Encoding that the client has chosen for names in the archive that declare none. */
  nameEncoding?: NameEncoding | null;
  baseTreeId?: number;
  changes?: { added: number; changed: number; removed: number };
  idempotencyKey?: string | null;
}

/** `isNew` is false when an earlier call with the same key has started the import; nothing of this call is then used. */
export interface BegunImport extends StartedImport {
  isNew: boolean;
}

/** Starts an import; of several calls with one key, one does. @param actor null for the product @throws AppError 400, 403, 404, 409, 413 */
export async function startImport(input: NewImport, actor: Publisher | null): Promise<BegunImport> {
  if (actor) requireTarget(actor, input.target);
  try {
    // The product's own demo map must not keep the product from starting.
    if (actor) await requireWithinQuota();
    if (actor) await requireUnreserved(input);
    const started = await inTransaction((tx) => queueImport(tx, input, actor));
    return { ...started, isNew: true };
  } catch (error) {
    // The conflict may come from an earlier call with the same key.
    const earlier = await findStarted(input.ownerId, input.idempotencyKey);
    if (earlier) return { ...earlier, isNew: false };
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION) throw await explainConflict(input);
    throw error;
  }
}

async function requireUnreserved({ target, ownerId }: NewImport): Promise<void> {
  if (target.kind === "new" && (await isNameReserved(target.projectName, ownerId))) throw new AppError("conflict", NAME_TAKEN);
}

async function settleTarget(tx: Transaction, target: ImportTarget) {
  if (target.kind === "replace") {
    const project = await findReplaced(tx, target.projectId);
    if (!project) throw notFound("This project no longer exists.");
    return { projectName: project.name, safeName: project.safeName, description: project.description, replacesId: project.id };
  }
  const { projectName, description } = target;
  const safeName = toSafeName(projectName);
  if (safeName === "") throw new AppError("bad_request", "Project name needs at least one letter or number.");
  if (await hasSafeName(tx, safeName)) throw new AppError("conflict", NAME_TAKEN);
  return { projectName, safeName, description, replacesId: null };
}

async function queueImport(tx: Transaction, input: NewImport, actor: AuditActor | null): Promise<StartedImport> {
  const { source, ownerId, blobKey, claims = [], sourceName, nameEncoding, baseTreeId, changes, idempotencyKey } = input;
  const keys = [blobKey, ...claims];
  // Waits for a concurrent deletion of the upload, after which the blob is released.
  if (!(await shareBlobs(tx, keys))) throw notFound("This upload no longer exists. Please upload the file again.");
  const settled = await settleTarget(tx, input.target);
  if (idempotencyKey)
    await tx.import.updateMany({ where: { ownerId, idempotencyKey, status: "complete", projectId: null }, data: { idempotencyKey: null } });
  // Unique indexes over active imports let one of two concurrent calls through.
  const started = await tx.import.create({
    data: {
      ...settled,
      source,
      ownerId,
      address: actor?.address,
      blobKey,
      sourceName: toSourceName(sourceName),
      startPage: input.target.startPage,
      answers: input.target.answers,
      nameEncoding,
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

/** Of two imports that claim a blob, the second waits here and then finds it claimed. */
async function claimBlobs(tx: Transaction, importId: string, claims: readonly BlobKey[]): Promise<void> {
  if (claims.length === 0) return;
  const claimed = await tx.$executeRaw`
    INSERT INTO "ImportBlob" ("blobKey", "importId") SELECT key, ${importId}::uuid FROM unnest(${claims}::text[]) claim (key) ORDER BY key
    ON CONFLICT DO NOTHING`;
  if (claimed < claims.length) throw new AppError("conflict", UPLOAD_IN_USE);
}

const UPLOAD_IN_USE = "This upload is already being published.";

async function explainConflict({ target, ownerId }: NewImport): Promise<AppError> {
  return (await findObstacle(target, ownerId)) ?? new AppError("conflict", UPLOAD_IN_USE);
}

/** Stores an archive, its row first, so that the sweep finds it after a crash. @throws AppError 413; errors of `bytes` and of the store */
export async function storeArchive(
  bytes: AsyncIterable<Buffer>,
  ownerId: string,
  signal: AbortSignal,
  expected: ExpectedBytes = UNKNOWN_LENGTH,
): Promise<BlobKey> {
  const key = newBlobKey();
  await insertBlob(key, ownerId);
  try {
    const reservation = await Reservation.open(key, expected);
    const size = await blobStore().write(key, reservation.pass(bytes), signal);
    await setBlobSize(key, size);
    return key;
  } catch (error) {
    await discardArchive(key);
    throw error;
  }
}

/** Deletes an unused archive; if that fails, the sweep does. */
export async function discardArchive(key: BlobKey): Promise<void> {
  await deleteUnusedBlobs([key]).catch((error: unknown) => logger.warn({ err: error, blob: key }, "archive left to the sweep"));
}

/** Dismisses one's own failed import. @throws AppError 404 for another account's, and for one that has not failed */
export async function dismissImport(viewer: AdminViewer, id: string): Promise<void> {
  const where = { id, ownerId: viewer.accountId, status: "failed" } satisfies Prisma.ImportWhereInput;
  const isId = z.uuid().safeParse(id).success;
  const { count } = isId ? await db().import.updateMany({ where, data: { dismissedAt: new Date() } }) : { count: 0 };
  if (count === 0) throw notFound("There is no failed import with this id.");
}
