import { deleteEach } from "../blobs/delete-each";
import { blobStore } from "../blobs/open";
import { type BlobKey, BlobMissingError, type StoredObject } from "../blobs/store";
import { pool } from "../db/client";
import { execute } from "../db/query";
import { inTransaction } from "../db/transaction";
import type { Sweep } from "../jobs/job";
import { logger } from "../logging/logger";
import { requireOwnStore } from "./inspection/owner";
import { lockQuota } from "./quota/space";
import { findKnown } from "./references/blob-references";
import { findSparseBlobs, repackBlob } from "./repack/repack";

/** Longer than any write takes: a direct upload may take twelve hours. */
export const LEFTOVER_GRACE_MS = 24 * 60 * 60 * 1_000;
const RECOUNT_MS = 60 * 60 * 1_000;
const SWEEP_MS = 6 * 60 * 60 * 1_000;
const LOOKED_UP_AT_ONCE = 1_000;

/** Finds objects that no row needs. Rows come before bytes, so an unknown object never gets one. */
async function findUnknown(objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const { blobs, uploads, receiving } = await findKnown(objects.flatMap(({ key }) => key ?? []));
  const isNeeded = ({ kind, key }: StoredObject): boolean => {
    if (kind === "blob") return key !== null && (blobs.has(key) || uploads.has(key));
    if (kind === "partial") return key !== null && receiving.has(key);
    return kind === "sidecar" && key !== null && uploads.has(key);
  };
  return objects.filter((object) => !isNeeded(object));
}

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

/** More unknown objects than this, and than known ones, belong to another database. */
const MOST_UNKNOWN = 100;

/** Checks that the store belongs to this database. @throws Error when most objects are unknown */
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

/** Deletes stored objects without a row. @param graceMs under a day only while nothing writes @throws ForeignStoreError; Error */
export async function deleteLeftovers(signal: AbortSignal, graceMs: number = LEFTOVER_GRACE_MS): Promise<number> {
  await requireOwnStore();
  const old = (await blobStore().now()).getTime() - graceMs;
  await requireKnown(old, signal);
  let deleted = 0;
  let left = 0;
  for await (const batch of listOld(old, signal)) {
    const unknown = await findUnknown(batch);
    if (unknown.length === 0) continue;
    await requireOwnStore();
    const { gone, stuck } = await deleteEach(unknown, ({ name }) => blobStore().deleteLeftover(name));
    deleted += gone.length;
    left += stuck.length;
  }
  if (deleted === 0 && left > 0) throw new Error(`None of ${left} leftovers could be deleted.`);
  return deleted;
}

export const leftoverSweep: Sweep = {
  name: "leftovers in the object store",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    const deleted = await deleteLeftovers(signal);
    if (deleted > 0) logger.info({ deleted }, "leftovers deleted");
  },
};

const REPACK_LOCK = 7_364_912;

/** Runs `work` unless another worker does. The lock ends with the connection. */
async function alone(work: () => Promise<void>): Promise<void> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query<{ isMine: boolean }>(`SELECT pg_try_advisory_lock($1) AS "isMine"`, [REPACK_LOCK]);
    if (rows[0]?.isMine) await work();
  } finally {
    client.release(true);
  }
}

/** Damaged blobs, which are not tried again until the worker restarts. */
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

/** Rewrites blobs of which less than half is used. Failures are tried again the next time. */
export const repackSweep: Sweep = {
  name: "repacking",
  everyMs: SWEEP_MS,
  onWake: false,
  run: (signal) => alone(() => repackAll(signal)),
};

/** Replaces the changes of the stored bytes by their sum, counted anew from the blobs. */
export async function recountStoredBytes(): Promise<void> {
  await inTransaction(async (tx) => {
    // Two concurrent recounts would each insert the sum.
    await lockQuota(tx);
    // One statement, so that both halves see the same blobs: a change that commits meanwhile keeps its row.
    await execute(tx, {
      text: `WITH former AS (DELETE FROM "StoredBytes")
             INSERT INTO "StoredBytes" (bytes) SELECT coalesce(sum(size + reserved), 0) FROM "Blob"`,
    });
  });
}

export const storedBytesSweep: Sweep = { name: "stored bytes", everyMs: RECOUNT_MS, onWake: false, run: recountStoredBytes };
