import { randomBytes } from "node:crypto";
import { type BlobKey, blobKeySchema } from "./store";

/** A new random key: 128 bits. */
export function newBlobKey(): BlobKey {
  return blobKeySchema.parse(randomBytes(16).toString("hex"));
}
