import { randomUUID } from "node:crypto";
import { recordAuditBy } from "../../audit/mutations";
import { blobStore } from "../../blobs/open";
import { StoreAwayError } from "../../blobs/store";
import { pool, withTransaction } from "../../db";
import { env } from "../../env";

/** The bucket is another database's: what is unknown here is known there. */
export class ForeignStoreError extends Error {
  override readonly name = "ForeignStoreError";
}

function refuse(why: string): never {
  throw new ForeignStoreError(
    `${why} Nothing is deleted there, and no process of this database starts with it. Look at DATABASE_URL and S3_BUCKET. ` +
      "When both are right, as after a database was lost for good: npm run admin -- claim-bucket (node dist/admin.js claim-bucket).",
  );
}

/** @returns the id by which an object store knows this database */
async function readId(): Promise<string> {
  const { rows } = await pool().query<{ id: string }>({ text: `SELECT id::text FROM "Installation"` });
  const [row] = rows;
  if (!row) throw new Error("The database has no id: its row of Installation is gone.");
  return row.id;
}

/** So many blobs of a bucket that is nobody's are looked at: their names are random, so the first are as good as any. */
const LOOKED_AT = 1_000;

async function listSome(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { kind, key } of blobStore().list()) {
    if (kind === "blob" && key !== null) keys.push(key);
    if (keys.length === LOOKED_AT) break;
  }
  return keys;
}

/** Of a bucket from before there were owners, or one whose blobs were copied alone: it is whose rows know most of it. */
async function requireKnown(): Promise<void> {
  const keys = await listSome();
  const { rows } = await pool().query<{ known: number }>({
    text: `SELECT count(*) AS known FROM unnest($1::text[]) stored (key)
            WHERE EXISTS (SELECT FROM "Blob" WHERE key = stored.key) OR EXISTS (SELECT FROM "Upload" WHERE id = stored.key)`,
    values: [keys],
  });
  const unknown = keys.length - (rows[0]?.known ?? 0);
  if (unknown * 2 > keys.length) refuse(`The bucket ${env().s3?.bucket} is full of files that this database does not know.`);
}

/**
 * Sees to it that the object store is this database's; one that is nobody's yet becomes so. Any number of processes may ask at once.
 * @throws ForeignStoreError when it is another's; StoreAwayError, and what the database throws
 */
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

/** As {@link requireOwnStore}, for who goes on without a store. @returns false when it cannot be asked now */
export async function refuseForeignStore(): Promise<boolean> {
  try {
    await requireOwnStore();
    return true;
  } catch (error) {
    if (error instanceof StoreAwayError) return false;
    throw error;
  }
}

/**
 * Makes the bucket this database's, whoever had it. The database gets a new id, so that the former owner is none any more, even
 * where one of the two is a copy of the other.
 * @param details what the audit trail tells beside
 * @returns the bucket's name; null when files are kept on disk
 */
export async function takeStoreOver(details: { from: string }): Promise<string | null> {
  const { ownership } = blobStore();
  const bucket = env().s3?.bucket;
  if (ownership === null || bucket === undefined) return null;
  const [id, before] = [randomUUID(), await ownership.read()];
  await ownership.takeOver(id);
  await withTransaction(async (transaction) => {
    await transaction.query(`UPDATE "Installation" SET id = $1`, [id]);
    const target = { type: "bucket", name: bucket };
    await recordAuditBy(transaction, { action: "storage.bucket-claimed", actor: null, target, details: { ...details, before, id } });
  });
  return bucket;
}
