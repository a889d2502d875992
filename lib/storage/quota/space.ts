import { formatSize } from "../../archives/refusals";
import { freeAboveReserve } from "../../blobs/disk/reserve";
import { blobStore } from "../../blobs/open";
import { db } from "../../db/client";
import { type Database, execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { env } from "../../env";
import { AppError, diskFull } from "../../errors";
import { measureUploads, STORED_BYTES } from "../data";
import { DECLARED_BYTES } from "../references/blob-references";

const QUOTA_LOCK = 7_364_914;

/** Bytes. */
export interface Space {
  /** Bytes that can still be stored: negative when the quota was lowered, infinite without a limit. */
  left: number;
  /** Declared bytes of unfinished uploads. They are not part of `left`. */
  declared: number;
}

/** Returns the free bytes of the disk, or infinity for a store that does not report them. */
export async function readFreeBytes(): Promise<number> {
  return freeAboveReserve(await blobStore().capacity());
}

/** Returns the free bytes of the disk without those that unfinished uploads still lack. The result may be too small if it is enough. @throws AppError 503 when the disk is full, for which clients wait */
async function measureDisk(client: Database, declared: number, needed: number): Promise<number> {
  const free = await readFreeBytes();
  if (free <= 0 && needed > 0) throw diskFull();
  if (free - declared >= needed) return free - declared;
  const received = await measureUploads(client);
  // Read after the sizes: bytes that arrive in between count twice and not zero times.
  return (await readFreeBytes()) - Math.max(0, declared - received);
}

async function readBytes(client: Database): Promise<{ stored: number; declared: number }> {
  const text = `SELECT ${STORED_BYTES} AS stored, ${DECLARED_BYTES} AS declared`;
  const rows = await queryRows<{ stored: number; declared: number }>(client, { text });
  return rows[0] ?? { stored: 0, declared: 0 };
}

/** Takes the lock of the quota until the transaction ends. Take it before any row lock. */
export async function lockQuota(tx: Transaction): Promise<void> {
  // Without it, two requests could both find the last free bytes before either has inserted its row.
  await execute(tx, { text: "SELECT pg_advisory_xact_lock($1)", values: [QUOTA_LOCK] });
}

/** Locks the quota and returns what it leaves. The caller inserts the row by which its bytes count in the same transaction. */
export async function findSpace(tx: Transaction, needed: number): Promise<Space> {
  await lockQuota(tx);
  const { stored, declared } = await readBytes(tx);
  const { storageQuotaBytes: quota } = env();
  const byQuota = quota === null ? Number.POSITIVE_INFINITY : quota - stored - declared;
  return { left: Math.min(byQuota, await measureDisk(tx, declared, needed)), declared };
}

const WAYS = "delete maps or files and empty the trash, or cancel unfinished uploads.";

/** Returns the error for bytes that do not fit. It is a 413, because clients repeat a 5xx. */
export function noSpace(needed: number, { left, declared }: Space): AppError {
  const others = declared > 0 ? ` (unfinished uploads reserve another ${formatSize(declared)})` : "";
  const sizes = `this needs ${formatSize(needed)}, and ${formatSize(Math.max(0, left))} is free${others}`;
  return new AppError("too_large", `Not enough storage: ${sizes}. Free at least ${formatSize(needed - left)} more: ${WAYS}`);
}

/** Locks the quota and checks that it leaves so many bytes. @throws AppError 413 */
export async function requireSpace(tx: Transaction, bytes: number): Promise<void> {
  if (bytes === 0) return;
  const space = await findSpace(tx, bytes);
  if (bytes > space.left) throw noSpace(bytes, space);
}

/** Checks that the stored bytes are within the quota, which may have been lowered. @throws AppError 413 */
export async function requireWithinQuota(): Promise<void> {
  const { storageQuotaBytes: quota } = env();
  if (quota === null) return;
  const { stored } = await readBytes(db());
  if (stored <= quota) return;
  const sizes = `files take ${formatSize(stored)}, and ${formatSize(quota)} is the limit`;
  throw new AppError(
    "too_large",
    `The storage is over its limit: ${sizes}. Free at least ${formatSize(stored - quota)} to publish: ${WAYS}`,
  );
}
