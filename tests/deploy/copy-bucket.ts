/** In the place of `rclone copy --immutable --size-only`: from `store:<bucket>` to a folder, or back. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";
import { openClient } from "../services/bucket";

const { S3_ENDPOINT: endpoint = "", S3_ACCESS_KEY_ID: accessKeyId = "", S3_SECRET_ACCESS_KEY: secretAccessKey = "" } = process.env;
const [from = "", to = ""] = process.argv.slice(-2);
const remote = (place: string) => (place.startsWith("store:") ? place.slice("store:".length) : undefined);

async function fetchAll(client: S3Client, Bucket: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const present = new Set(await readdir(folder));
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key = "" } of Contents.filter(({ Key = "" }) => !present.has(Key))) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      await writeFile(path.join(folder, Key), (await Body?.transformToByteArray()) ?? new Uint8Array());
    }
  }
}

async function sendAll(client: S3Client, folder: string, Bucket: string): Promise<void> {
  for (const Key of await readdir(folder)) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: await readFile(path.join(folder, Key)) }));
  }
}

const client = openClient({ endpoint, region: "us-east-1", accessKeyId, secretAccessKey });
const [source, target] = [remote(from), remote(to)];
if (source) await fetchAll(client, source, to);
else if (target) await sendAll(client, from, target);
client.destroy();
