import type { FilePart } from "@/lib/publish/send/pack-source";
import type { ChunkAnswer, ChunkRequest } from "./chunk-messages";

/** Files that are read at a time for one chunk. */
const READERS = 16;

/** Places the bytes of a part. @throws DOMException or RangeError when they are not those of the file that was chosen */
async function readPart({ file, from, to }: FilePart<File>, place: Uint8Array): Promise<void> {
  const bytes = await (from === 0 && to === file.size ? file : file.slice(from, to)).arrayBuffer();
  if (bytes.byteLength !== place.length) throw new RangeError("the file has another size");
  place.set(new Uint8Array(bytes));
}

async function readParts({ id, parts }: ChunkRequest): Promise<ChunkAnswer> {
  const whole = new Uint8Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
  const queue = placesOf(parts);
  let unreadable: number | null = null;
  const reader = async () => {
    for (const { part, index, start } of queue) {
      if (unreadable !== null) return;
      await readPart(part, whole.subarray(start, start + part.to - part.from)).catch(() => {
        unreadable ??= index;
      });
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return unreadable === null ? { id, chunk: new Blob([whole]) } : { id, unreadable };
}

function* placesOf(parts: readonly FilePart<File>[]) {
  let start = 0;
  for (const [index, part] of parts.entries()) {
    yield { part, index, start };
    start += part.to - part.from;
  }
}

self.onmessage = async ({ data }: MessageEvent<ChunkRequest>) => {
  self.postMessage(await readParts(data));
};
