import { statfs } from "node:fs/promises";
import type { Capacity } from "../store";

const MEBIBYTE = 1024 * 1024;

/** Always kept free: PostgreSQL may use the same disk, and it stops when it can't write. */
const KEPT_BYTES = 256 * MEBIBYTE;
/** The same for a small disk. */
const KEPT_SHARE = 0.1;

/** Bytes that are written between two looks at the disk. */
const CHECK_BYTES = 16 * MEBIBYTE;

export async function readDisk(folder: string): Promise<{ total: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}

/** Returns the bytes that may still be written: not positive on a full disk, infinite for a store that reports no free bytes. */
export function freeAboveReserve({ total, free }: Capacity): number {
  return free === null ? Number.POSITIVE_INFINITY : free - Math.min(KEPT_BYTES, Math.floor((total ?? 0) * KEPT_SHARE));
}

/** Passes bytes on while the disk of the folder has more than its reserve free. @throws Error with the code ENOSPC */
export async function* withinReserve<Chunk extends Uint8Array>(folder: string, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  let unchecked = CHECK_BYTES;
  for await (const chunk of chunks) {
    if (unchecked >= CHECK_BYTES) {
      if (freeAboveReserve(await readDisk(folder)) <= 0)
        throw Object.assign(new Error("The free space of the disk is reserved for the database."), { code: "ENOSPC" });
      unchecked = 0;
    }
    unchecked += chunk.length;
    yield chunk;
  }
}
