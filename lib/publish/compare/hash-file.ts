import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LocalFile } from "../send/byte-source";

/** Bytes. The browser's SHA-256 is several times faster, but needs the whole file in memory. */
const WHOLE_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 4 * 1024 * 1024;

/** Undefined outside of secure contexts. */
const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;

/** Returns the SHA-256 in lower-case hex. @param onBytes gets the count since the last call @throws when the file can't be read */
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
