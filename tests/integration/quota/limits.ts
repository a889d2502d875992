import { vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db, pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { listStored } from "../../setup/stored-objects";

/** More than any test stores. */
const PLENTY = 10 ** 15;

/** Sets the free bytes of the disk. Tests must not depend on the disk of their machine. */
export function setFreeBytes(free: number): void {
  vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: null, free });
}

/** Lets the quota and the disk take everything. */
export function liftLimits(): void {
  Object.assign(env(), { storageQuotaBytes: null });
  setFreeBytes(PLENTY);
}

/** Sets the quota so that exactly this many bytes are left. Counts the used bytes without the product. */
export async function leave(bytes: number): Promise<void> {
  const { rows } = await pool().query<{ used: number }>(
    `SELECT ((SELECT coalesce(sum(size), 0) FROM "Blob") + (SELECT coalesce(sum(length), 0) FROM "Upload" WHERE state = 'receiving'))::bigint AS used`,
  );
  Object.assign(env(), { storageQuotaBytes: (rows[0]?.used ?? 0) + bytes });
}

/** Returns everything that a refused request must leave unchanged. */
export async function countStored() {
  const [blobs, uploads, imports, entries] = [db().blob.count(), db().upload.count(), db().import.count(), db().entry.count()];
  return { files: await listStored(), blobs: await blobs, uploads: await uploads, imports: await imports, entries: await entries };
}

/** Returns a pattern of the message for bytes above the quota. */
export const noSpaceFor = (needed: string, free: string) =>
  new RegExp(`^Not enough storage: this needs ${needed}, and ${free} is free.*Free at least .* more: delete maps or files`);
