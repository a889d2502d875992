import { randomUUID } from "node:crypto";
import { recordAudit } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { StoreUnavailableError } from "../../blobs/store";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { findKnown } from "../references/blob-references";

export class ForeignStoreError extends Error {
  override readonly name = "ForeignStoreError";
}

function refuse(why: string): never {
  throw new ForeignStoreError(
    `${why} Nothing is deleted there, and no process of this database starts with it. Look at DATABASE_URL and S3_BUCKET. ` +
      "When both are right, as after a database was lost for good: npm run admin -- claim-bucket (node dist/admin.js claim-bucket).",
  );
}

async function readId(): Promise<string> {
  const row = await db().installation.findFirst();
  if (!row) throw new Error("The database has no id: its row of Installation is gone.");
  return row.id;
}

/** Blobs of a bucket without owner that are checked. Their names are random, so any will do. */
const SAMPLE_SIZE = 1_000;

async function listSome(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { kind, key } of blobStore().list()) {
    if (kind === "blob" && key !== null) keys.push(key);
    if (keys.length === SAMPLE_SIZE) break;
  }
  return keys;
}

/** A bucket without owner belongs to the database whose rows know most of its blobs. */
async function requireKnown(): Promise<void> {
  const keys = await listSome();
  const { blobs, uploads } = await findKnown(keys);
  const unknown = keys.filter((key) => !blobs.has(key) && !uploads.has(key)).length;
  if (unknown * 2 > keys.length) refuse(`The bucket ${env().s3?.bucket} is full of files that this database does not know.`);
}

/** Checks that the store belongs to this database, or claims it. @throws ForeignStoreError when it is another's; StoreUnavailableError */
export async function requireOwnStore(): Promise<void> {
  const { ownership } = blobStore();
  if (ownership === null) return;
  const id = await readId();
  let owner = await ownership.read();
  if (owner === null) {
    await requireKnown();
    owner = await ownership.claim(id);
  }
  if (owner !== id) refuse(`The bucket ${env().s3?.bucket} belongs to another database.`);
}

/** As {@link requireOwnStore}. @returns the error while the store is unavailable, else null */
export async function refuseForeignStore(): Promise<StoreUnavailableError | null> {
  try {
    await requireOwnStore();
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailableError) return error;
    throw error;
  }
}

/** Claims the bucket under a new database id, so that copies of the database are no owners. @returns its name; null for files on disk */
export async function takeStoreOver(details: { from: string }): Promise<string | null> {
  const { ownership } = blobStore();
  const bucket = env().s3?.bucket;
  if (ownership === null || bucket === undefined) return null;
  const [id, before] = [randomUUID(), await ownership.read()];
  await ownership.takeOver(id);
  await inTransaction(async (tx) => {
    await tx.installation.updateMany({ data: { id } });
    const target = { type: "bucket", name: bucket };
    await recordAudit(tx, { action: "storage.bucket-claimed", actor: null, target, details: { ...details, before, id } });
  });
  return bucket;
}
