import { z } from "zod";
import { hashBytes } from "../compare/hash-file";
import type { LocalFile } from "./byte-source";

export const RANGE_BYTES = 1024 * 1024;

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
