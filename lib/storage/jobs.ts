import { deleteEach } from "../blobs/delete-each";
import { blobStore } from "../blobs/open";
import { type BlobKey, BlobMissingError, type StoredObject } from "../blobs/store";
import { pool } from "../db";
import type { Sweep } from "../jobs/job";
import { logger } from "../logging/logger";
import { requireOwnStore } from "./inspection/owner";
import { findSparseBlobs, repackBlob } from "./repack";

/** Longer than anything is written without a pause: a direct upload may take twelve hours. */
export const LEFTOVER_GRACE_MS = 24 * 60 * 60 * 1_000;
const SWEEP_MS = 6 * 60 * 60 * 1_000;
const LOOKED_UP_AT_ONCE = 1_000;

interface Known {
  blobs: Set<string>;
  uploads: Set<string>;
  /** Those of the uploads that have not ended. */
  receiving: Set<string>;
}

/** Keys of those things that a row knows. */
async function findKnown(keys: readonly BlobKey[]): Promise<Known> {
  const [blobs, uploads] = await Promise.all([
    pool().query<{ key: string }>({ text: `SELECT key FROM "Blob" WHERE key = ANY ($1)`, values: [keys] }),
    pool().query<{ id: string; state: string }>({ text: `SELECT id, state::text FROM "Upload" WHERE id = ANY ($1)`, values: [keys] }),
  ]);
  return {
    blobs: new Set(blobs.rows.map(({ key }) => key)),
    uploads: new Set(uploads.rows.map(({ id }) => id)),
    receiving: new Set(uploads.rows.filter(({ state }) => state === "receiving").map(({ id }) => id)),
  };
}

/** Those of these old things that nothing needs. Every row comes before its bytes, so what has none never gets one. */
async function findUnknown(objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const { blobs, uploads, receiving } = await findKnown(objects.flatMap(({ key }) => key ?? []));
  const isNeeded = ({ kind, key }: StoredObject): boolean => {
    if (kind === "blob") return key !== null && (blobs.has(key) || uploads.has(key));
    // What was being written a day ago is written by nobody any more; an upload may take days.
    if (kind === "partial") return key !== null && receiving.has(key);
    // What stands beside an upload goes with it.
    return kind === "sidecar" && key !== null && uploads.has(key);
  };
  return objects.filter((object) => !isNeeded(object));
}

/** Things that have not changed since a time, a batch at a time. */
async function* listOld(until: number, signal: AbortSignal): AsyncGenerator<StoredObject[], void, undefined> {
  let batch: StoredObject[] = [];
  for await (const object of blobStore().list(signal)) {
    if (object.kind === "foreign" || object.kind === "owner" || object.changedAt.getTime() > until) continue;
    batch.push(object);
    if (batch.length < LOOKED_UP_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Killed processes leave a few things; more than these, and more than are known, are another database's. */
const MOST_UNKNOWN = 100;

/** @throws Error when most of what is stored is unknown here: then this is not the database of this object store */
async function requireKnown(until: number, signal: AbortSignal): Promise<void> {
  let listed = 0;
  let unknown = 0;
  for await (const batch of listOld(until, signal)) {
    listed += batch.length;
    unknown += (await findUnknown(batch)).length;
  }
  if (unknown > MOST_UNKNOWN && unknown > listed / 2)
    throw new Error(
      `${unknown} of ${listed} stored things are unknown to this database. Does it belong to this object store? Nothing is deleted.`,
    );
}

/**
 * @param graceMs how long a thing must not have changed: less than a day only where nobody writes
 * @returns how many things that no row knows were deleted
 * @throws ForeignStoreError when the store is another database's; Error when most of what is stored is unknown here, or when the
 * store has deleted nothing of what it should
 */
export async function deleteLeftovers(signal: AbortSignal, graceMs: number = LEFTOVER_GRACE_MS): Promise<number> {
  await requireOwnStore();
  const old = (await blobStore().now()).getTime() - graceMs;
  await requireKnown(old, signal);
  let deleted = 0;
  let left = 0;
  for await (const batch of listOld(old, signal)) {
    const unknown = await findUnknown(batch);
    if (unknown.length === 0) continue;
    // Listing takes its time.
    await requireOwnStore();
    const { gone, stuck } = await deleteEach(unknown, ({ name }) => blobStore().deleteLeftover(name));
    deleted += gone.length;
    left += stuck.length;
  }
  if (deleted === 0 && left > 0) throw new Error(`None of ${left} leftovers could be deleted.`);
  return deleted;
}

/** Deletes what killed processes have left in the object store, and no row tells of. */
export const leftoverSweep: Sweep = {
  name: "leftovers in the object store",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    const deleted = await deleteLeftovers(signal);
    if (deleted > 0) logger.info({ deleted }, "leftovers deleted");
  },
};

/** Two workers would copy the same, one of them in vain. */
const REPACK_LOCK = 7_364_912;

/** Runs `work` unless another worker does. The lock goes with the connection, however that ends. */
async function alone(work: () => Promise<void>): Promise<void> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query<{ isMine: boolean }>({
      text: `SELECT pg_try_advisory_lock($1) AS "isMine"`,
      values: [REPACK_LOCK],
    });
    if (rows[0]?.isMine) await work();
  } finally {
    client.release(true);
  }
}

/** Blobs that are damaged: to try again would find the same. The worker forgets them when it ends. */
const damaged = new Set<BlobKey>();

async function repackAll(signal: AbortSignal): Promise<void> {
  for (const key of await findSparseBlobs()) {
    if (signal.aborted) return;
    if (damaged.has(key)) continue;
    try {
      if ((await repackBlob(key, signal)) > 0) damaged.add(key);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      logger.error({ err: error }, "blob cannot be repacked");
      damaged.add(key);
    }
  }
}

/** Writes anew what is alive of packs and archives of which less than half is. On a full disk, or without a database, it is tried again the next time. */
export const repackSweep: Sweep = {
  name: "repacking",
  everyMs: SWEEP_MS,
  onWake: false,
  run: (signal) => alone(() => repackAll(signal)),
};
