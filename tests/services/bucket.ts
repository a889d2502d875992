import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  waitUntilBucketExists,
} from "@aws-sdk/client-s3";
import type { StoreAccess } from "./swift";

/** Opens a client that accesses the store directly. Destroy it after use. */
export function openClient({ endpoint, region, accessKeyId, secretAccessKey }: StoreAccess): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

async function withClient<Result>(access: StoreAccess, work: (client: S3Client) => Promise<Result>): Promise<Result> {
  const client = openClient(access);
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

export function createBucket(access: StoreAccess, bucket: string): Promise<void> {
  return withClient(access, async (client) => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    await waitUntilBucketExists({ client, maxWaitTime: 60 }, { Bucket: bucket });
  });
}

async function abortUploads(client: S3Client, bucket: string): Promise<void> {
  while (true) {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    if (Uploads.length === 0) return;
    for (const { Key, UploadId } of Uploads) await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  }
}

/** Deletes a bucket with its objects and unfinished multipart uploads. */
export function removeBucket(access: StoreAccess, bucket: string): Promise<void> {
  return withClient(access, async (client) => {
    await abortUploads(client, bucket);
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
      await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))));
    }
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  });
}
