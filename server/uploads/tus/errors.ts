import { ERRORS } from "@tus/utils";
import { AppError, type ErrorCode, notFound } from "../../../lib/errors";
import { errorAnswer } from "../../../lib/http/route";
import { lockLost } from "../../../lib/imports/uploads/receiving";

interface TusError {
  status_code: number;
  body: string;
}

function isTusError(error: unknown): error is TusError {
  return typeof error === "object" && error !== null && "status_code" in error && "body" in error;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "bad_request",
  409: "conflict",
  410: "gone",
  413: "too_large",
  501: "bad_request",
};

/** Converts an error of the tus library, which is a plain object, to an AppError. Some have a status with another meaning here. */
export function fromTusError(error: unknown): unknown {
  if (error instanceof AppError || !isTusError(error)) return error;
  if (error === ERRORS.FILE_NOT_FOUND) return notFound();
  if (error === ERRORS.ABORTED) return lockLost();
  const message = error.body.trim();
  const code = error === ERRORS.MISSING_OFFSET ? "bad_request" : codes[error.status_code];
  return code ? new AppError(code, message) : new Error(message, { cause: error });
}

/** Returns the error for a HEAD. On a status from 500, tus-js-client abandons the upload and begins a new one. */
export function forHead(error: unknown): unknown {
  if (errorAnswer(error).status < 500) return error;
  return new AppError("locked", "Try again in a moment.", { retryAfter: 5 });
}
