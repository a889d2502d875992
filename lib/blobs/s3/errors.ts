import { StoreAwayError } from "../store";

/** What the SDK's errors have in common; nothing but a socket's error when no answer came at all. */
interface SdkError extends Error {
  $metadata: { httpStatusCode?: number };
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && "$metadata" in error && typeof error.$metadata === "object" && error.$metadata !== null;
}

/** The store has answered that there is no such object, or no such upload; or something on the way to it has answered 404. */
export function isMissing(error: unknown): boolean {
  return isSdkError(error) && error.$metadata.httpStatusCode === 404;
}

/** The store itself has named the object that is not there. */
export function isNamedMissing(error: unknown): boolean {
  return isSdkError(error) && error.name === "NoSuchKey";
}

/**
 * Answers about what was asked. All others say that the store, or the way there, is not in order: keys that are not accepted or have
 * run out, another region, a bucket that is not there. Those are for an operator to mend, and say nothing of the blobs.
 */
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

/** Names under which stores say that there is no room, whatever status they say it with: Ceph, MinIO, Backblaze. */
const FULL = /^(QuotaExceeded\w*|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|StorageCapExceeded|InsufficientStorage)$/;

/** Of requests that never reached a store: names of the SDK's errors without an answer, and codes of Node's sockets. */
const NO_ANSWER =
  /^(TimeoutError|CredentialsProviderError|TokenProviderError|ECONN\w+|E?TIMEDOUT|EPIPE|EHOST\w+|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

function hasNoAnswer(error: unknown): boolean {
  return error instanceof Error && (NO_ANSWER.test(error.name) || ("code" in error && NO_ANSWER.test(String(error.code))));
}

/** Tells a store that is away from one that says no. */
export function toStoreError(error: unknown): unknown {
  const away = (cause: Error) =>
    new StoreAwayError(`The object store does not answer as it should: ${cause.name}: ${cause.message}`, cause);
  if (!isSdkError(error)) return hasNoAnswer(error) ? away(error as Error) : error;
  const status = error.$metadata.httpStatusCode;
  if (status === 507 || FULL.test(error.name))
    return Object.assign(new Error("The object store is full.", { cause: error }), { code: "ENOSPC" });
  // A 404 is judged by whoever asked: it may be of the bucket, or of somebody on the way.
  const isAnswer =
    status === 416 ||
    (status === 404 && error.name !== "NoSuchBucket") ||
    (status !== undefined && status >= 300 && ANSWERS.has(error.name));
  return isAnswer ? error : away(error);
}
