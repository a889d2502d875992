import type { DataStore } from "@tus/utils";
import { env } from "../../lib/env";
import { DiskUploadStore } from "./tus-disk-store";
import { S3UploadStore } from "./tus-s3-store";

/** Where uploads grow: where the blobs are that they become. */
export function openUploadStore(): DataStore {
  const { s3 } = env();
  return s3 ? new S3UploadStore(s3) : new DiskUploadStore();
}
