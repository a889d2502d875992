import { StoreUnavailableError } from "../store";

interface SdkError extends Error {
  $metadata: { httpStatusCode?: number };
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && "$metadata" in error && typeof error.$metadata === "object" && error.$metadata !== null;
}

/** Returns whether the answer was 404: no such object or upload, or a 404 from a proxy. */
export function isMissing(error: unknown): boolean {
  return isSdkError(error) && error.$metadata.httpStatusCode === 404;
}

/** Returns whether the store itself says that the object is missing. */
export function isNamedMissing(error: unknown): boolean {
  return isSdkError(error) && error.name === "NoSuchKey";
}

/** Errors about the request itself. All others, such as rejected credentials, mean that the store is unavailable. */
const ANSWERS = new Set([
  "EntityTooLarge",
  "EntityTooSmall",
  "InvalidPart",
  "InvalidPartOrder",
  "InvalidRange",
  "NoSuchKey",
  "NoSuchUpload",
  "NotFound",
  "PreconditionFailed",
]);

/** Error names for a full store of Ceph, MinIO and Backblaze, which come with various statuses. */
const FULL = /^(QuotaExceeded\w*|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|StorageCapExceeded|InsufficientStorage)$/;

/** Names of SDK errors and codes of socket errors without an answer. */
const NO_ANSWER =
  /^(TimeoutError|CredentialsProviderError|TokenProviderError|ECONN\w+|E?TIMEDOUT|EPIPE|EHOST\w+|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

function hasNoAnswer(error: unknown): boolean {
  return error instanceof Error && (NO_ANSWER.test(error.name) || ("code" in error && NO_ANSWER.test(String(error.code))));
}

/** Converts an error of the SDK: unavailable store to StoreUnavailableError, full store to ENOSPC. Returns other errors as they are. */
export function toStoreError(error: unknown): unknown {
  const unavailable = (cause: Error) =>
    new StoreUnavailableError(`The object store is unavailable: ${cause.name}: ${cause.message}`, cause);
  if (!isSdkError(error)) return hasNoAnswer(error) ? unavailable(error as Error) : error;
  const status = error.$metadata.httpStatusCode;
  if (status === 507 || FULL.test(error.name))
    return Object.assign(new Error("The object store is full.", { cause: error }), { code: "ENOSPC" });
  // The caller judges a 404, which may be about the bucket or from a proxy.
  const isAnswer =
    status === 416 ||
    (status === 404 && error.name !== "NoSuchBucket") ||
    (status !== undefined && status >= 300 && ANSWERS.has(error.name));
  return isAnswer ? error : unavailable(error);
}
