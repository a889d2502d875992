/** Status codes of the errors that users see. Any other error is a defect and answers 500 without details. */
const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  unprocessable: 422,
  locked: 423,
  too_many_requests: 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

export interface AppErrorDetails {
  fields?: Record<string, string>;
  /** For programs, where the status is not enough. */
  reason?: "proof_required" | "password_change_required" | "second_factor_required" | "disk_full";
  /** Seconds after which another try may succeed. */
  retryAfter?: number;
  allow?: readonly string[];
  cause?: unknown;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly reason: AppErrorDetails["reason"];
  readonly retryAfter: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: AppErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.status = statusOf[code];
    this.fields = details.fields;
    this.reason = details.reason;
    this.retryAfter = details.retryAfter;
    this.allow = details.allow;
  }
}

/** Returns the error for a missing thing, and for one that belongs to another user. */
export function notFound(message = "Not found."): AppError {
  return new AppError("not_found", message);
}

/** Returns the error for an ended session or a deleted account. */
export function sessionEnded(): AppError {
  return new AppError("unauthorized", "Your session has expired. Please log in again.");
}

/** Returns the error for a method that a route does not offer. @param allow the methods that it offers */
export function methodNotAllowed(allow: readonly string[]): AppError {
  return new AppError("method_not_allowed", "This method is not allowed here.", { allow });
}

/** Returns the code of an error of Node or node-postgres, or "" for one without a code. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Returns true when the object store is unavailable: StoreUnavailableError, or the SDK got no answer or a server error. */
export function isStoreUnavailable(error: unknown): boolean {
  // A retry does not help while the store is full.
  if (isDiskFull(error)) return false;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === "StoreUnavailableError") return true;
    if (!("$metadata" in at) || typeof at.$metadata !== "object" || at.$metadata === null) continue;
    const status = "httpStatusCode" in at.$metadata ? Number(at.$metadata.httpStatusCode) : 0;
    if (at.name !== "AbortError" && (status < 300 || status >= 500 || status === 429)) return true;
  }
  return false;
}

export function storeUnavailable(cause: unknown): AppError {
  return new AppError("unavailable", "The service is not available right now. Please try again in a moment.", { retryAfter: 5, cause });
}

/** Returns true for the error that reading a request throws when the client closes the connection. */
export function isClientAbort(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && errorCode(error) === "ECONNRESET";
}

/** Codes of Prisma, of Node's sockets, and PostgreSQL's classes 08 and 57P. */
const UNAVAILABLE_CODE = /^(P1001|P1002|P1008|P1017|P2024|P2028|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P\d\d)$/;
const UNAVAILABLE_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Server has closed the connection/;

/** What Prisma keeps of an error of the driver. */
interface DriverCause {
  kind?: string;
  originalCode?: string;
}

/** Returns what Prisma keeps of an error of the driver. */
export function driverCause(error: Error): DriverCause {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverCause } } };
  return meta?.driverAdapterError?.cause ?? {};
}

/** Returns true when an error of node-postgres or Prisma means that the database is unavailable for the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Socket errors of the object store and of clients look the same.
  if (isStoreUnavailable(error) || isClientAbort(error)) return false;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { kind = "", originalCode = "" } = driverCause(at);
    if ([errorCode(at), originalCode].some((code) => UNAVAILABLE_CODE.test(code))) return true;
    if (UNAVAILABLE_KIND.test(kind) || UNAVAILABLE_MESSAGE.test(at.message)) return true;
  }
  return false;
}

/** Returns true when a disk or quota is full, of the object store or of the database. */
export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error && [errorCode(error), driverCause(error).originalCode ?? ""].some((code) => /^(ENOSPC|EDQUOT|53100)$/.test(code))
  );
}

export const DISK_FULL_MESSAGE = "The server's disk is full. An operator must free space on it.";

/** Returns the error for a full disk. It is a 503, so that clients wait for space. */
export function diskFull(cause?: unknown): AppError {
  return new AppError("unavailable", DISK_FULL_MESSAGE, { reason: "disk_full", retryAfter: 60, cause });
}
