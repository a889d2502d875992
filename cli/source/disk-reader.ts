import type { Chunk } from "../../lib/publish/send/byte-source";
import { type FilePart, type PartReader, UnreadablePartError } from "../../lib/publish/send/pack-source";
import type { DiskFile } from "./disk-file";

const READERS = 16;

export function toChunk(bytes: Uint8Array): Uint8Array & Chunk {
  return Object.assign(bytes, { size: bytes.length });
}

export const diskReader: PartReader<DiskFile> = {
  async read(parts) {
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

function* placesOf(parts: readonly FilePart<DiskFile>[]) {
  let start = 0;
  for (const [index, part] of parts.entries()) {
    yield { part, index, start };
    start += part.to - part.from;
  }
}
