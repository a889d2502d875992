import { z } from "zod";
import { hashBytes } from "../compare/hash-file";
import type { Chunk, LocalFile } from "./byte-source";

const RANGE_BYTES = 1024 * 1024;

/** Identifies the bytes that the server has accepted, by the SHA-256 of their first and last MiB. */
export const sentBytesSchema = z.object({ count: z.number(), first: z.string(), last: z.string() });
type SentBytes = z.output<typeof sentBytesSchema>;

type Readable = Pick<LocalFile, "slice">;

async function hashRange(file: Readable, start: number, end: number): Promise<string> {
  return hashBytes(new Uint8Array(await file.slice(start, end).arrayBuffer()));
}

/** Describes the first bytes of a file. @throws when the file can't be read */
export async function describeSent(file: Readable, count: number): Promise<SentBytes> {
  const first = await hashRange(file, 0, Math.min(RANGE_BYTES, count));
  return { count, first, last: await hashRange(file, Math.max(0, count - RANGE_BYTES), count) };
}

/** Returns true when a file still has the bytes that were sent of it. Its times don't matter. */
export async function hasSentBytes(file: Readable, sent: SentBytes): Promise<boolean> {
  const now = await describeSent(file, sent.count).catch(() => null);
  return now?.first === sent.first && now.last === sent.last;
}

/** Bytes of a pack that a request was given to send, with their SHA-256. */
export const sentRangeSchema = z.object({ from: z.number(), to: z.number(), sha256: z.string() });
export type SentRange = z.output<typeof sentRangeSchema>;

/** Where bytes are in a pack. */
export type Bytes = Pick<SentRange, "from" | "to">;

/**
 * Adds the bytes of a chunk to those that were sent before. The first and last MiB are apart: comparing them reads no more.
 * @param size of the pack. Null for a single file, of which only the first and last MiB of what was sent are described, as of a ZIP
 * @throws when the chunk can't be read
 */
export async function addSent(before: readonly SentRange[], chunk: Chunk, start: number, size: number | null): Promise<SentRange[]> {
  const end = start + chunk.size;
  const cuts = [RANGE_BYTES, (size ?? end) - RANGE_BYTES].filter((cut) => cut > start && cut < end);
  const ends = [...new Set(cuts), end].sort((one, other) => one - other);
  const added: SentRange[] = [];
  for (const [index, to] of ends.entries()) {
    const from = ends[index - 1] ?? start;
    if (size === null && from > 0 && to < end) continue;
    added.push({ from, to, sha256: await hashBytes(chunk.slice(from - start, to - start)) });
  }
  const isKept = ({ from }: SentRange) => (size === null ? from === 0 && start > 0 : from < start || from >= end);
  return [...before.filter(isKept), ...added];
}

/**
 * Returns the ranges that show whether what was sent of a pack is still the same: the first, the last, and those of touched files.
 * @param sent without ranges before the first chunk. Then only times show it
 * @param touched bytes of the files with another time
 * @returns null when there is a change, or the ranges can't show that there is none
 */
export function rangesToCompare(
  sent: { ranges?: readonly SentRange[] | undefined; isDone: boolean } | undefined,
  touched: readonly Bytes[],
  isOneFile: boolean,
): SentRange[] | null {
  if (!sent?.ranges) return touched.length > 0 ? null : [];
  const ranges = [...sent.ranges].sort((one, other) => one.from - other.from);
  const sentTo = sent.isDone ? Number.POSITIVE_INFINITY : Math.max(0, ...ranges.map(({ to }) => to));
  const compared = new Set([...ranges.slice(0, 1), ...ranges.slice(-1)]);
  // Of a single file, the first MiB must be known.
  for (const { from, ...file } of isOneFile && touched.length > 0 ? [{ from: 0, to: 1 }] : touched) {
    const to = Math.min(file.to, sentTo);
    const inside = ranges.filter((range) => range.from < to && range.to > from);
    const knownTo = inside.reduce((known, range) => (range.from <= known ? Math.max(known, range.to) : known), from);
    if (knownTo < to) return null;
    for (const range of inside) compared.add(range);
  }
  return Array.from(compared);
}
