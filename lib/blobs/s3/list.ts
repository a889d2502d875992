import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  type MultipartUpload,
} from "@aws-sdk/client-s3";
import { logger } from "../../logging/logger";
import { type BlobKey, blobKeySchema, OWNER_NAME, StoreAwayError, type StoredObject } from "../store";
import { options, type S3Requests } from "./requests";

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
    token = page.IsTruncated ? requireMark(page.NextContinuationToken, token) : undefined;
  } while (token);
}

/** Half a list that is taken for the whole has blobs in it that are missed, or found to be missing. */
function requireMark(next: string | undefined, last: string | undefined): string {
  if (next && next !== last) return next;
  throw new StoreAwayError("The object store lists only a part, and does not tell how to go on.", null);
}

let isToldOfNoUploads = false;

/** A store that keeps no list of unfinished uploads clears them away by itself, or by a rule. */
function tellOfNoUploads(): void {
  if (!isToldOfNoUploads) logger.warn("the object store does not list unfinished uploads: let a lifecycle rule of its own abort them");
  isToldOfNoUploads = true;
}

function isNotImplemented(error: unknown): boolean {
  const answer = error instanceof StoreAwayError ? error.cause : error;
  return answer instanceof Error && answer.name === "NotImplemented";
}

/** How much it holds the store tells part by part only. */
function describeUpload({ Key = "", UploadId = "", Initiated }: MultipartUpload): StoredObject {
  const key = blobKeySchema.safeParse(Key).data ?? null;
  const changedAt = Initiated ?? new Date();
  return { name: `${Key}${UPLOAD_MARK}${UploadId}`, kind: key ? "partial" : "foreign", key, size: 0, changedAt };
}

/** Unfinished multipart uploads of keys that begin so, page by page. */
export async function* listUploads(requests: S3Requests, prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  try {
    yield* listUploadPages(requests, prefix, signal);
  } catch (error) {
    if (!isNotImplemented(error)) throw error;
    tellOfNoUploads();
  }
}

/** Gives up every unfinished multipart upload of a key. */
export async function abandonUploads(requests: S3Requests, key: BlobKey): Promise<void> {
  for await (const { name } of listUploads(requests, key)) {
    const upload = parseUploadName(name);
    if (upload?.key === key) await requests.abandonParts(key, upload.uploadId);
  }
}

async function* listUploadPages(requests: S3Requests, prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  let from: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> | null = {};
  while (from) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket: requests.bucket, Prefix: prefix, ...from });
    const page = await requests.ask((client) => client.send(command, options(signal)), signal);
    yield* (page.Uploads ?? []).map(describeUpload);
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    const { KeyMarker: lastKey = "", UploadIdMarker: lastId = "" } = from;
    const mark = (key = "", id = "") => (key === "" ? "" : `${key}${UPLOAD_MARK}${id}`);
    if (page.IsTruncated) requireMark(mark(KeyMarker, UploadIdMarker), mark(lastKey, lastId));
    from = page.IsTruncated ? { KeyMarker, UploadIdMarker } : null;
  }
}
