import { type AuditActor, recordAudit } from "../audit/mutations";
import type { BlobKey } from "../blobs/store";
import { db } from "../db";
import { AppError, notFound } from "../errors";
import { Prisma } from "../generated/prisma/client";
import { wakeWorkers } from "../jobs/wake-up";
import { NAME_TAKEN } from "../projects/mutations";
import { toSafeName } from "../projects/schema";

/** Prisma's code for a row that another one excludes. */
const UNIQUE_VIOLATION = "P2002";

export interface ZipImport {
  /** Whose project it will be. */
  ownerId: string;
  projectName: string;
  description: string;
  /** Blob of a finished upload. */
  blobKey: BlobKey;
}

export interface StartedImport {
  importId: string;
  safeName: string;
}

/**
 * Begins to make a project of a ZIP; a worker does the rest.
 * @param actor who does it; null when the product itself does, as on the first start
 * @throws AppError 400 for a name without an address, 404 when the upload is gone, 409 when the name is taken or the upload is being published
 */
export async function startZipImport(input: ZipImport, actor: AuditActor | null): Promise<StartedImport> {
  const safeName = toSafeName(input.projectName);
  if (safeName === "") throw new AppError("bad_request", "Project name needs at least one letter or number.");
  try {
    const { id } = await db().$transaction((tx) => queueImport(tx, input, safeName, actor));
    return { importId: id, safeName };
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION) throw await explainConflict(safeName);
    throw error;
  }
}

async function queueImport(
  tx: Prisma.TransactionClient,
  input: ZipImport,
  safeName: string,
  actor: AuditActor | null,
): Promise<{ id: string }> {
  const { projectName, description, ownerId, blobKey } = input;
  // Whoever is about to delete the upload holds this lock: then it is gone when we get on.
  const blobs = await tx.$queryRaw<object[]>`SELECT key FROM "Blob" WHERE key = ${blobKey} FOR KEY SHARE`;
  if (blobs.length === 0) throw notFound("This upload no longer exists. Please upload the file again.");
  if (await tx.project.findUnique({ where: { safeName }, select: { id: true } })) throw new AppError("conflict", NAME_TAKEN);
  // Two calls at once, for one name or one upload: the unique indexes over active imports let one of them through.
  const started = await tx.import.create({
    data: { safeName, projectName, description, source: "zip", ownerId, address: actor?.address, blobKey },
    select: { id: true },
  });
  const target = { type: "import", id: started.id, name: projectName };
  await recordAudit(tx, { action: "import.started", actor, target, details: { safeName } });
  await wakeWorkers(tx);
  return started;
}

async function explainConflict(safeName: string): Promise<AppError> {
  const sameName = await db().import.findFirst({ where: { safeName, status: { notIn: ["complete", "failed"] } }, select: { id: true } });
  return new AppError(
    "conflict",
    sameName ? "A project with this name is already being created." : "This upload is already being published.",
  );
}
