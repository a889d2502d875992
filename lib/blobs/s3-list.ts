import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  type MultipartUpload,
} from "@aws-sdk/client-s3";
import { options, type S3Requests } from "./s3-requests";
import { type BlobKey, blobKeySchema, OWNER_NAME, type StoredObject } from "./store";

/** Between a key and the id of a multipart upload, in the name of what it has brought so far. */
const UPLOAD_MARK = "?uploadId=";

/** An unfinished multipart upload, by the name that the list gives it; null for an object. */
export function parseUploadName(name: string): { key: BlobKey; uploadId: string } | null {
  const at = name.indexOf(UPLOAD_MARK);
  const key = at < 0 ? undefined : blobKeySchema.safeParse(name.slice(0, at)).data;
  return key === undefined ? null : { key, uploadId: name.slice(at + UPLOAD_MARK.length) };
}

/** What an object is, by its name: a key, a key with the ending of a tus store's, the owner's, or a probe of an earlier release. */
function describe(name: string): Pick<StoredObject, "kind" | "key"> {
  if (name === OWNER_NAME) return { kind: "owner", key: null };
  const [stem = "", ...endings] = name.split(".");
  const key = blobKeySchema.safeParse(stem).data ?? null;
  if (key === null) return { kind: /^probe-[0-9a-f]{16}$/.test(name) ? "sidecar" : "foreign", key };
  return { kind: endings.length === 0 ? "blob" : "sidecar", key };
}

/** Objects whose names begin so, page by page. */
export async function* listObjects(requests: S3Requests, prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: requests.bucket, Prefix: prefix, ContinuationToken: token });
    const page = await requests.ask((client) => client.send(command, options(signal)), signal);
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { name: Key, ...describe(Key), size: Size ?? 0, changedAt: LastModified ?? new Date() };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
}

/** How much it holds the store tells part by part only. */
function describeUpload({ Key = "", UploadId = "", Initiated }: MultipartUpload): StoredObject {
  const key = blobKeySchema.safeParse(Key).data ?? null;
  const changedAt = Initiated ?? new Date();
  return { name: `${Key}${UPLOAD_MARK}${UploadId}`, kind: key ? "partial" : "foreign", key, size: 0, changedAt };
}

/** Unfinished multipart uploads of keys that begin so, page by page. */
export async function* listUploads(requests: S3Requests, prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  let from: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> | null = {};
  while (from) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket: requests.bucket, Prefix: prefix, ...from });
    const page = await requests.ask((client) => client.send(command, options(signal)), signal);
    yield* (page.Uploads ?? []).map(describeUpload);
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    from = page.IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : null;
  }
}
