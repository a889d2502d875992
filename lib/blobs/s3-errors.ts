import { StoreAwayError } from "./store";

/** What the SDK's errors have in common; nothing but a socket's error when no answer came at all. */
interface SdkError extends Error {
  $metadata: { httpStatusCode?: number };
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && "$metadata" in error && typeof error.$metadata === "object" && error.$metadata !== null;
}

/** The store has answered that there is no such object, or no such upload. */
export function isMissing(error: unknown): boolean {
  return isSdkError(error) && error.$metadata.httpStatusCode === 404;
}

/** Answers that say nothing about what was asked: the store, or the way there, is not in order. */
const AWAY = new Set([401, 403, 408, 425, 429]);

/**
 * Tells a store that is away from one that says no. Keys that are not accepted and a bucket that is not there are for an operator
 * to mend: of the blobs they say nothing, so they count as away.
 */
export function toStoreError(error: unknown): unknown {
  if (!isSdkError(error)) return error;
  const status = error.$metadata.httpStatusCode;
  if (status === 507) return Object.assign(new Error("The object store is full.", { cause: error }), { code: "ENOSPC" });
  // Some answer 200 and an error in its body; without a status no answer came.
  const isAway = status === undefined || status < 300 || status >= 500 || AWAY.has(status);
  if (!isAway && error.name !== "NoSuchBucket" && error.name !== "RequestTimeout") return error;
  return new StoreAwayError(`The object store does not answer as it should: ${error.name}: ${error.message}`, error);
}
