import { randomBytes } from "node:crypto";
import { type BlobKey, blobKeySchema } from "./store";

export function newBlobKey(): BlobKey {
  return blobKeySchema.parse(randomBytes(16).toString("hex"));
}
