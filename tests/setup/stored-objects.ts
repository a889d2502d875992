/** What stands in the object store, by name, whichever store it is: for tests that look at it or damage it behind the product's back. */
import { open, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { CreateMultipartUploadCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import { createS3Client } from "@/lib/blobs/s3/client";
import { env, type S3Settings } from "@/lib/env";

/** Whether this test file's blobs are in a bucket. What is about a disk itself is left out there. */
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

/** Names of everything in it, in order. */
export async function listStored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of blobStore().list()) names.push(name);
  return names.sort();
}

/** Puts something there that no row tells of. */
export async function putStored(name: string, bytes: Buffer | string): Promise<void> {
  const { s3 } = env();
  await (s3 ? put(s3, name, Buffer.from(bytes)) : writeFile(fileOf(name), bytes));
}

/** Leaves there what a writer of a blob that was killed leaves. */
export async function beginStored(key: string): Promise<void> {
  const { s3 } = env();
  if (!s3) return putStored(`${key}.partial`, "some");
  const client = createS3Client(s3);
  await client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: key })).finally(() => client.destroy());
}

/** All bytes of a thing. */
export function readStored(name: string): Promise<Buffer> {
  const { s3 } = env();
  return s3 ? get(s3, name) : readFile(fileOf(name));
}

/** Cuts a thing off. */
export async function cutStored(name: string, length: number): Promise<void> {
  const { s3 } = env();
  await (s3 ? put(s3, name, (await get(s3, name)).subarray(0, length)) : truncate(fileOf(name), length));
}

/** Writes over bytes in the middle of a thing. */
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
