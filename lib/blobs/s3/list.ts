import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  ListPartsCommand,
  type MultipartUpload,
  type Part,
} from "@aws-sdk/client-s3";
import { logger } from "../../logging/logger";
import { type BlobKey, blobKeySchema, describeName, type StoredObject, StoreUnavailableError } from "../store";
import { options, type S3Requests } from "./requests";

const UPLOAD_MARK = "?uploadId=";

/** Parses the listed name of an unfinished multipart upload. Returns null for an object. */
export function parseUploadName(name: string): { key: BlobKey; uploadId: string } | null {
  const at = name.indexOf(UPLOAD_MARK);
  const key = at < 0 ? undefined : blobKeySchema.safeParse(name.slice(0, at)).data;
  return key === undefined ? null : { key, uploadId: name.slice(at + UPLOAD_MARK.length) };
}

export async function* listObjects(requests: S3Requests, prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: requests.bucket, Prefix: prefix, ContinuationToken: token });
    const page = await requests.ask((client) => client.send(command, options(signal)), signal);
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { name: Key, ...describeName(Key), size: Size ?? 0, changedAt: LastModified ?? new Date() };
    }
    token = page.IsTruncated ? requireMark(page.NextContinuationToken, token) : undefined;
  } while (token);
}

/** Returns the marker of the next page. @throws StoreUnavailableError when a truncated list has none: half a list would make blobs look missing */
function requireMark(next: string | undefined, last: string | undefined): string {
  if (next && next !== last) return next;
  throw new StoreUnavailableError("The object store returns only a part of the list, without a marker of the next page.", null);
}

let hasWarnedOfUploads = false;

function warnOfUploads(): void {
  if (!hasWarnedOfUploads) logger.warn("the object store does not list unfinished uploads: let a lifecycle rule of its own abort them");
  hasWarnedOfUploads = true;
}

function isNotImplemented(error: unknown): boolean {
  const answer = error instanceof StoreUnavailableError ? error.cause : error;
  return answer instanceof Error && answer.name === "NotImplemented";
}

/** The size is 0, because the store reports it part by part only. */
function describeUpload({ Key = "", UploadId = "", Initiated }: MultipartUpload): StoredObject {
  const key = blobKeySchema.safeParse(Key).data ?? null;
  const changedAt = Initiated ?? new Date();
  return { name: `${Key}${UPLOAD_MARK}${UploadId}`, kind: key ? "partial" : "foreign", key, size: 0, changedAt };
}

/** Lists the unfinished multipart uploads whose keys begin with a prefix. */
export async function* listUploads(requests: S3Requests, prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
  try {
    yield* listUploadPages(requests, prefix, signal);
  } catch (error) {
    if (!isNotImplemented(error)) throw error;
    warnOfUploads();
  }
}

export async function abortUploads(requests: S3Requests, key: BlobKey): Promise<void> {
  for await (const { name } of listUploads(requests, key)) {
    const upload = parseUploadName(name);
    if (upload?.key === key) await requests.abortParts(key, upload.uploadId);
  }
}

/** Deletes the sidecars of a blob: unfinished multipart uploads, and objects whose names begin with its key and a dot. */
export async function deleteSidecars(requests: S3Requests, key: BlobKey): Promise<void> {
  await abortUploads(requests, key);
  for await (const { name } of listObjects(requests, `${key}.`)) await requests.delete(name);
}

/** Returns all parts of a multipart upload, in no order. @throws the error NoSuchUpload when the store does not know it */
export async function listParts(requests: S3Requests, key: BlobKey, uploadId: string): Promise<Part[]> {
  const parts: Part[] = [];
  let marker: string | undefined;
  do {
    const input = { Bucket: requests.bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker };
    const command: ListPartsCommand = new ListPartsCommand(input);
    const page = await requests.ask((client) => client.send(command, options()));
    parts.push(...(page.Parts ?? []));
    marker = page.IsTruncated ? requireMark(page.NextPartNumberMarker, marker) : undefined;
  } while (marker);
  return parts;
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
