import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LocalFile } from "../local-file";

/** Up to here a file is read whole: the browser's own SHA-256 is several times faster, but takes no pieces. */
const WHOLE_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 4 * 1024 * 1024;

/** Browsers offer their own only to pages that came over https or from this very machine. */
const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;

/**
 * SHA-256 of a file, whatever its size in the same few megabytes of memory.
 * @param onBytes how many more are through
 * @returns lower-case hex
 * @throws when the file cannot be read
 */
export async function hashFile(file: LocalFile, onBytes: (count: number) => void): Promise<string> {
  if (subtle && file.size <= WHOLE_BYTES) {
    const digest = await subtle.digest("SHA-256", await file.arrayBuffer());
    onBytes(file.size);
    return bytesToHex(new Uint8Array(digest));
  }
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const piece = new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer());
    hash.update(piece);
    onBytes(piece.length);
  }
  return bytesToHex(hash.digest());
}
