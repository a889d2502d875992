import { readFile } from "node:fs/promises";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import type { CraftedEntry } from "./craft-zip";

/**
 * An archive of 7-Zip with matches over more than 32 KB, which only Deflate64 has:
 * `7z a -tzip -mm=Deflate64 -mx=9 deflate64.zip index.html far.txt tiles empty.css`. Debian's `unzip` reads it.
 */
export const DEFLATE64_ZIP = path.join(import.meta.dirname, "deflate64.zip");

export const readDeflate64Zip = () => readFile(DEFLATE64_ZIP);

/** Returns an entry in Deflate64. Without matches of 258 bytes, its stream is that of Deflate. */
export function deflated64(name: string, data: Buffer, facts: Partial<CraftedEntry> = {}): CraftedEntry {
  return { name, data, method: 9, stored: deflateRawSync(data), ...facts };
}

/** Returns a stream of the letter "a" and of matches of 65,538 bytes, the longest ones, in 29 bits each. */
export function longestMatches(count: number): Buffer {
  const literal = "10010001";
  const match = `11000101${"1".repeat(16)}00000`;
  const bits = `110${literal}${match.repeat(count)}0000000`;
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (let at = 0; at < bits.length; at += 1) if (bits[at] === "1") bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  return bytes;
}

export const sizeOfMatches = (count: number) => 1 + count * 65_538;
