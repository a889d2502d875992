import type { Part } from "@aws-sdk/client-s3";
import type { UploadStorage } from "../../../lib/uploads/receiving";

/** What the object store has of an upload, as far as it counts. */
export interface ReceivedParts {
  /** In the order in which they are joined. */
  parts: Part[];
  /** Bytes of all of them. */
  bytes: number;
  /** The store has further ones, of writers who were lost. */
  hasOthers: boolean;
}

/** The numbers that parts may have, in order, without an end. */
function* numbersOf({ spans, from }: UploadStorage): Generator<number, never, undefined> {
  for (const [first, last] of spans) for (let number = first; number <= last; number += 1) yield number;
  for (let number = from; ; number += 1) yield number;
}

/**
 * Of the parts that the object store has, those that count: without a gap, and every one but the last of the whole upload full.
 * A part behind a gap, or with a number that no writer had who ended as he should, is of no use.
 * @param length of the whole upload
 */
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

/** Numbers that one writer may have in flight, and one more for good measure. */
const IN_FLIGHT = 2;

/**
 * How an upload goes on whose last writer never said that it had ended: what that one still has in flight gets numbers that do not
 * count, and what is written from now on gets others.
 */
export function leaveToFormerWriter(storage: UploadStorage, { parts }: Pick<ReceivedParts, "parts">, writer: string): UploadStorage {
  const last = parts.at(-1)?.PartNumber ?? 0;
  const spans: UploadStorage["spans"] = last >= storage.from ? [...storage.spans, [storage.from, last]] : storage.spans;
  return { ...storage, writer, spans, from: Math.max(last + 1, storage.from) + IN_FLIGHT };
}

/**
 * Name of what has come of the part that is not full yet. It says behind which bytes it stands, and of which writers it is: once
 * the part is stored whole, or a writer was lost, it counts no more, and nothing has to be deleted at that same moment.
 */
export function tailName(id: string, { from }: UploadStorage, bytes: number): string {
  return `${id}.${from}-${bytes}.part`;
}
