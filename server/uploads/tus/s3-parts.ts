import type { Part } from "@aws-sdk/client-s3";
import type { UploadStorage } from "../../../lib/imports/uploads/receiving";

export interface ReceivedParts {
  parts: Part[];
  bytes: number;
  /** The highest number of any part in the store, also of writers that lost the lock. */
  highest: number;
  hasOthers: boolean;
}

function* numbersOf({ spans, from }: UploadStorage): Generator<number, never, undefined> {
  for (const [first, last] of spans) for (let number = first; number <= last; number += 1) yield number;
  for (let number = from; ; number += 1) yield number;
}

/** Returns the parts that count: numbers of valid writers, without a gap, all full except the last. @param length of the upload */
export function countParts(stored: readonly Part[], storage: UploadStorage, length: number): ReceivedParts {
  const byNumber = new Map(stored.map((part) => [part.PartNumber, part]));
  const parts: Part[] = [];
  let bytes = 0;
  for (const number of numbersOf(storage)) {
    const part = byNumber.get(number);
    const size = part?.Size ?? 0;
    if (!part || (size !== storage.partBytes && bytes + size !== length)) break;
    parts.push(part);
    bytes += size;
    if (bytes >= length) break;
  }
  const highest = stored.reduce((most, { PartNumber = 0 }) => Math.max(most, PartNumber), 0);
  return { parts, bytes, highest, hasOthers: stored.length > parts.length };
}

/** Parts that one request sends side by side. A writer that lost the lock may still have as many on the way. */
export const PARTS_AT_ONCE = 4;

/** Returns the storage after a take-over. Parts that the former writer still sends get numbers that don't count. */
export function takeOver(
  storage: UploadStorage,
  { parts, highest }: Pick<ReceivedParts, "parts" | "highest">,
  writer: string,
): UploadStorage {
  const last = parts.at(-1)?.PartNumber ?? 0;
  const spans: UploadStorage["spans"] = last >= storage.from ? [...storage.spans, [storage.from, last]] : storage.spans;
  return { ...storage, writer, spans, from: Math.max(highest + 1, storage.from) + PARTS_AT_ONCE };
}

/** Names the object with the bytes after the full parts. No other writer uses the name. @param bytes in the full parts */
export function tailName(id: string, { from, writer }: Pick<UploadStorage, "from" | "writer">, bytes: number): string {
  return `${id}.${from}-${writer}-${bytes}.part`;
}

/** Returns whether the tail is the one after this many bytes. A lost writer may have stored its bytes in a part since. */
export function isTailAt(tail: string | null, bytes: number): tail is string {
  return tail?.endsWith(`-${bytes}.part`) ?? false;
}
