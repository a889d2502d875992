/** Access to the stored objects by name, on disk or in S3. Tests use it to inspect or damage blobs. */
import { open, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { CreateMultipartUploadCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import { createS3Client } from "@/lib/blobs/s3/client";
import { env, type S3Settings } from "@/lib/env";

/** Returns true when the blobs of this test file are in a bucket. Tests of disk behavior are then skipped. */
export function isOnS3(): boolean {
  return env().s3 !== null;
}

const fileOf = (name: string) => path.join(blobFolder(), name);

async function put(s3: S3Settings, name: string, bytes: Buffer): Promise<void> {
  const client = createS3Client(s3);
  await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: name, Body: bytes })).finally(() => client.destroy());
}

async function get(s3: S3Settings, name: string): Promise<Buffer> {
  const client = createS3Client(s3);
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: name }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  } finally {
    client.destroy();
  }
}

export async function listStored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of blobStore().list()) names.push(name);
  return names.sort();
}

/** Stores an object that no database row refers to. */
export async function putStored(name: string, bytes: Buffer | string): Promise<void> {
  const { s3 } = env();
  await (s3 ? put(s3, name, Buffer.from(bytes)) : writeFile(fileOf(name), bytes));
}

/** Leaves an unfinished blob, like a writer process that was killed. */
export async function beginStored(key: string): Promise<void> {
  const { s3 } = env();
  if (!s3) return putStored(`${key}.partial`, "some");
  const client = createS3Client(s3);
  await client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: key })).finally(() => client.destroy());
}

export async function cutStored(name: string, length: number): Promise<void> {
  const { s3 } = env();
  await (s3 ? put(s3, name, (await get(s3, name)).subarray(0, length)) : truncate(fileOf(name), length));
}

export async function damageStored(name: string, position: number, bytes: Buffer): Promise<void> {
  const { s3 } = env();
  if (s3) {
    const whole = await get(s3, name);
    bytes.copy(whole, position);
    return put(s3, name, whole);
  }
  const handle = await open(fileOf(name), "r+");
  await handle.write(bytes, 0, bytes.length, position);
  await handle.close();
}
