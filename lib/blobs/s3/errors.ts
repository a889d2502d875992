import type { S3Settings } from "../../env";
import { StoreSettingsError, StoreUnavailableError } from "../store";

export type BucketSettings = Pick<S3Settings, "bucket" | "endpoint" | "region">;

interface SdkError extends Error {
  $metadata: { httpStatusCode?: number };
  /** Of an error about the region: the bucket's own. */
  Region?: string;
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && "$metadata" in error && typeof error.$metadata === "object" && error.$metadata !== null;
}

/** Returns the status of an answer, also of one inside of a StoreUnavailableError. */
export function statusOf(error: unknown): number | undefined {
  const answer = error instanceof StoreUnavailableError ? error.cause : error;
  return isSdkError(answer) ? answer.$metadata.httpStatusCode : undefined;
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

const BAD_KEYS = /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecurity|InvalidToken|ExpiredToken)$/;
const BAD_REGION = /^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraintException|InvalidLocationConstraint)$/;

/** Returns what is wrong with the settings of the store, and the remedy; null for another error. */
function describeSettings({ name, Region }: SdkError, { bucket, endpoint, region }: BucketSettings): string | null {
  const place = endpoint ? `--endpoint-url ${endpoint}` : `--region ${region}`;
  if (name === "NoSuchBucket") return `bucket "${bucket}" does not exist. Create it: aws s3 mb s3://${bucket} ${place}`;
  if (BAD_KEYS.test(name)) return `the object store rejects the keys (${name}). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`;
  if (BAD_REGION.test(name))
    return `bucket "${bucket}" is not in the region ${region} (${name}). Set S3_REGION${Region ? `=${Region}` : " to the region of the bucket"}`;
  if (name === "AccessDenied") return `the keys may not use bucket "${bucket}" (AccessDenied). Check the keys' rights and S3_BUCKET`;
  return null;
}

/** Converts an error of the SDK: unavailable store to StoreUnavailableError, full store to ENOSPC. Returns other errors as they are. */
export function toStoreError(error: unknown, settings: BucketSettings): unknown {
  const unavailable = (cause: Error) =>
    new StoreUnavailableError(`The object store is unavailable: ${cause.name}: ${cause.message}`, cause);
  const problem = error instanceof Error ? describeSettings(error as SdkError, settings) : null;
  if (problem !== null) return new StoreSettingsError(problem, error);
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
