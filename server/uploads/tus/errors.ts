import { ERRORS } from "@tus/utils";
import { AppError, notFound } from "../../../lib/errors";
import { errorAnswer } from "../../../lib/http/route";

interface TusError {
  status_code: number;
  body: string;
}

function isTusError(error: unknown): error is TusError {
  return typeof error === "object" && error !== null && "status_code" in error && "body" in error;
}

/** Converts an error of the tus library, which is a plain object, to an AppError. Some have a status with another meaning here. */
export function fromTusError(error: unknown): unknown {
  if (error instanceof AppError || !isTusError(error)) return error;
  const message = error.body.trim();
  switch (error) {
    case ERRORS.FILE_NOT_FOUND:
      return notFound();
    case ERRORS.MISSING_OFFSET:
      return new AppError("bad_request", message);
    case ERRORS.ABORTED:
      return new AppError("locked", "Another request has taken this upload over.", { retryAfter: 1 });
    default:
      break;
  }
  switch (error.status_code) {
    case 409:
      return new AppError("conflict", message);
    case 410:
      return new AppError("gone", message);
    case 413:
      return new AppError("too_large", message);
    case 400:
    case 501:
      return new AppError("bad_request", message);
    default:
      return new Error(message, { cause: error });
  }
}

/** Returns the error for a HEAD. On errors other than 423 tus-js-client abandons the upload and begins a new one. */
export function forHead(error: unknown): unknown {
  const { status } = errorAnswer(error);
  if (status < 500 && status !== 401) return error;
  return new AppError("locked", "Sign in again, or try again in a moment.", { retryAfter: 5 });
}
