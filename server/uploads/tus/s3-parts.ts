import type { Part } from "@aws-sdk/client-s3";
import type { UploadStorage } from "../../../lib/imports/uploads/receiving";

export interface ReceivedParts {
  parts: Part[];
  bytes: number;
  /** Whether the store has further parts, sent by writers that lost the lock. */
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
  return { parts, bytes, hasOthers: stored.length > parts.length };
}

/** Parts that a lost writer may still have on the way, and one to spare. */
const IN_FLIGHT = 2;

/** Returns the storage after a take-over. Parts that the former writer still sends get numbers that don't count. */
export function takeOver(storage: UploadStorage, { parts }: Pick<ReceivedParts, "parts">, writer: string): UploadStorage {
  const last = parts.at(-1)?.PartNumber ?? 0;
  const spans: UploadStorage["spans"] = last >= storage.from ? [...storage.spans, [storage.from, last]] : storage.spans;
  return { ...storage, writer, spans, from: Math.max(last + 1, storage.from) + IN_FLIGHT };
}

/** Names the object with the bytes after the full parts. The name changes when its part is stored or a writer takes over. */
export function tailName(id: string, { from }: UploadStorage, bytes: number): string {
  return `${id}.${from}-${bytes}.part`;
}
