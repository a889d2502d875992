import { createHash } from "node:crypto";
import type { Chunk } from "../../lib/upload-client/send/byte-source";
import { type FilePart, type PartReader, UnreadablePartError } from "../../lib/upload-client/send/pack-source";
import type { DiskFile } from "./disk-file";

const READERS = 16;

export function toChunk(bytes: Uint8Array<ArrayBuffer>): Exclude<Chunk, Blob> {
  return Object.assign(bytes, { size: bytes.length });
}

export const diskReader = {
  async read(parts: FilePart<DiskFile>[]): Promise<Exclude<Chunk, Blob>> {
    const whole = new Uint8Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
    const queue = placesOf(parts);
    let unreadable: number | null = null;
    const reader = async () => {
      for (const { part, index, start } of queue) {
        if (unreadable !== null) return;
        await part.file.read(part.from, whole.subarray(start, start + part.to - part.from)).catch(() => {
          unreadable ??= index;
        });
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    if (unreadable !== null) throw new UnreadablePartError(unreadable);
    return toChunk(whole);
  },
};

/** Reads like {@link diskReader}, and hashes the files that a chunk has as a whole. @param onHash gets the SHA-256 */
export function hashingReader(onHash: (file: DiskFile, sha256: string) => void): PartReader<DiskFile> {
  return {
    async read(parts) {
      const whole = await diskReader.read(parts);
      for (const { part, start } of placesOf(parts)) {
        const { file, from, to } = part;
        if (from === 0 && to === file.size)
          onHash(
            file,
            createHash("sha256")
              .update(whole.subarray(start, start + to))
              .digest("hex"),
          );
      }
      return whole;
    },
  };
}

function* placesOf(parts: readonly FilePart<DiskFile>[]) {
  let start = 0;
  for (const [index, part] of parts.entries()) {
    yield { part, index, start };
    start += part.to - part.from;
  }
}
