import { mkdirSync } from "node:fs";
import path from "node:path";
import { env } from "../env";
import { DiskBlobStore } from "./disk/blob-store";
import { measuredStore } from "./measured";
import { S3BlobStore } from "./s3/blob-store";
import type { BlobStore } from "./store";

const shared = globalThis as typeof globalThis & { seaVisionBlobs?: BlobStore };

export function blobFolder(): string {
  return path.join(env().dataDir, "blobs");
}

function openStore(): BlobStore {
  const { s3 } = env();
  if (s3) return new S3BlobStore(s3);
  const folder = blobFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return new DiskBlobStore(folder);
}

export function blobStore(): BlobStore {
  shared.seaVisionBlobs ??= env().metrics ? measuredStore(openStore()) : openStore();
  return shared.seaVisionBlobs;
}
