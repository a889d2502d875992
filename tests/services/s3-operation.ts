import type { IncomingMessage } from "node:http";

/** The calls of S3 that stores are asked for, by their names there. */
export type Operation =
  | "AbortMultipartUpload"
  | "CompleteMultipartUpload"
  | "CreateMultipartUpload"
  | "DeleteObject"
  | "GetObject"
  | "HeadBucket"
  | "HeadObject"
  | "ListMultipartUploads"
  | "ListObjectsV2"
  | "ListParts"
  | "PutObject"
  | "UploadPart"
  | "other";

/** Each by its method, whether it is of an object, and what has to stand in its query. */
const operations: [Operation, method: string, ofObject: boolean, parameter: string | null][] = [
  ["UploadPart", "PUT", true, "partNumber"],
  ["CreateMultipartUpload", "POST", true, "uploads"],
  ["CompleteMultipartUpload", "POST", true, "uploadId"],
  ["AbortMultipartUpload", "DELETE", true, "uploadId"],
  ["ListParts", "GET", true, "uploadId"],
  ["ListMultipartUploads", "GET", false, "uploads"],
  ["ListObjectsV2", "GET", false, "list-type"],
  ["PutObject", "PUT", true, null],
  ["DeleteObject", "DELETE", true, null],
  ["GetObject", "GET", true, null],
  ["HeadObject", "HEAD", true, null],
  ["HeadBucket", "HEAD", false, null],
];

/** What a request with the bucket in its path asks for, and of which object. */
export function nameOperation({ method, url = "/" }: Pick<IncomingMessage, "method" | "url">): { operation: Operation; key: string } {
  const { pathname, searchParams } = new URL(url, "http://store");
  const key = decodeURIComponent(pathname.split("/").slice(2).join("/"));
  const found = operations.find(
    ([, wanted, ofObject, parameter]) =>
      wanted === method && ofObject === (key !== "") && (parameter === null || searchParams.has(parameter)),
  );
  return { operation: found?.[0] ?? "other", key };
}
