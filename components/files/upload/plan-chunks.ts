import { CHUNK_FILES } from "@/lib/files/schema";

/** Maximum size of a chunk. A lost connection loses the whole chunk. Bytes. */
const CHUNK_BYTES = 1024 ** 3;

export interface Chunk {
  from: number;
  to: number;
  bytes: number;
}

interface ChunkLimits {
  files: number;
  bytes: number;
}

/** Divides files into requests of at most 200 files, and at most 1 GiB unless one file is larger. @param sizes bytes */
export function planChunks(sizes: readonly number[], limits: ChunkLimits = { files: CHUNK_FILES, bytes: CHUNK_BYTES }): Chunk[] {
  const chunks: Chunk[] = [];
  let current: Chunk | null = null;
  for (const [index, size] of sizes.entries()) {
    if (current && current.to - current.from < limits.files && current.bytes + size <= limits.bytes) {
      current.to = index + 1;
      current.bytes += size;
    } else {
      current = { from: index, to: index + 1, bytes: size };
      chunks.push(current);
    }
  }
  return chunks;
}

/** Returns how many files of a chunk are sent. @param bytes sent of the chunk */
export function countSent(sizes: readonly number[], { from, to }: Chunk, bytes: number): number {
  let end = 0;
  for (let index = from; index < to; index += 1) {
    end += sizes[index] ?? 0;
    if (end > bytes) return index - from;
  }
  return to - from;
}
