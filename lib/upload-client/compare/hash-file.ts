import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { LocalFile } from "../send/byte-source";

/** Bytes. The browser's SHA-256 is several times faster, but needs the whole file in memory. */
const WHOLE_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 4 * 1024 * 1024;

/** Undefined outside of secure contexts. */
const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;

/** Returns the SHA-256 in lower-case hex. @throws when a file of the Blob can't be read */
export async function hashBytes(content: Blob | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256(bytes));
}

/** Returns the SHA-256 in lower-case hex. @param onBytes gets the count since the last call @throws when the file can't be read */
export async function hashFile(file: LocalFile, onBytes: (count: number) => void): Promise<string> {
  if (subtle && file.size <= WHOLE_BYTES) {
    const digest = await hashBytes(new Uint8Array(await file.arrayBuffer()));
    onBytes(file.size);
    return digest;
  }
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const piece = new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer());
    hash.update(piece);
    onBytes(piece.length);
  }
  return bytesToHex(hash.digest());
}
