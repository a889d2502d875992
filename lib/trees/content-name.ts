import { createHash } from "node:crypto";

interface StoredContent {
  blobKey: string | null;
  offset: number;
  size: number;
}

/** Names stored bytes, which never change. Hashed, because keys of blobs are not for clients. The client of an upload knows its key. */
export function contentName({ blobKey, offset, size }: StoredContent): string {
  return createHash("sha256").update(`${blobKey}:${offset}:${size}`).digest("base64url").slice(0, 22);
}
