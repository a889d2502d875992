import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

interface StoredContent {
  blobKey: string | null;
  offset: number;
  size: number;
}

/** Names stored bytes, which never change. Hashed, because keys of blobs are not for clients. The client of an upload knows its key. */
export function contentName({ blobKey, offset, size }: StoredContent): string {
  return bytesToHex(sha256(utf8ToBytes(`${blobKey}:${offset}:${size}`))).slice(0, 32);
}
