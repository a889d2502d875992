import { expose } from "comlink";
import pLimit from "p-limit";
import { type FileFacts, openFile } from "./file-in-folder";

const READERS = 16;

interface SentPart {
  file: File | FileFacts;
  from: number;
  to: number;
}

/** @throws DOMException, Error or RangeError when the file has changed since it was chosen */
async function readPart({ file: sent, from, to }: SentPart, place: Uint8Array): Promise<void> {
  const file = await openFile(sent);
  const bytes = await (from === 0 && to === file.size ? file : file.slice(from, to)).arrayBuffer();
  if (bytes.byteLength !== place.length) throw new RangeError("the file has another size");
  place.set(new Uint8Array(bytes));
}

/** Joins parts of files. @returns the index of the first unreadable part instead, when there is one */
async function joinParts(parts: readonly SentPart[]): Promise<Blob | number> {
  const whole = new Uint8Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
  const limit = pLimit(READERS);
  let unreadable: number | null = null;
  let end = 0;
  const reads = parts.map((part, index) => {
    const start = end;
    end += part.to - part.from;
    const place = whole.subarray(start, end);
    return limit(() => (unreadable === null ? readPart(part, place) : undefined)).catch(() => {
      unreadable ??= index;
    });
  });
  await Promise.all(reads);
  return unreadable ?? new Blob([whole]);
}

expose(joinParts);

export type JoinParts = typeof joinParts;
