import type { IncomingMessage } from "node:http";

/** S3 operations, named as in the S3 API. */
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

/** Method, whether the request names an object, and the required query parameter of each operation. */
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

/** Returns the operation and the object key of a request with a path-style bucket. */
export function nameOperation({ method, url = "/" }: Pick<IncomingMessage, "method" | "url">): { operation: Operation; key: string } {
  const { pathname, searchParams } = new URL(url, "http://store");
  const key = decodeURIComponent(pathname.split("/").slice(2).join("/"));
  const found = operations.find(
    ([, wanted, ofObject, parameter]) =>
      wanted === method && ofObject === (key !== "") && (parameter === null || searchParams.has(parameter)),
  );
  return { operation: found?.[0] ?? "other", key };
}
