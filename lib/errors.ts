/**
 * Errors that a person is told of. Everything else is a defect and answers 500 without internals.
 * Status codes are those of DESIGN §5.
 */
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
  /** What is wrong, by the name of the field. */
  fields?: Record<string, string>;
  /** Seconds after which another try may succeed. */
  retryAfter?: number;
  /** The methods that are allowed, for a refused one. */
  allow?: readonly string[];
  cause?: unknown;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
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
    this.retryAfter = details.retryAfter;
    this.allow = details.allow;
  }
}

/** Somebody else's thing answers as a missing one does (DESIGN §4). */
export function notFound(message = "Not found."): AppError {
  return new AppError("not_found", message);
}

/** The session ended, or its account did: at this moment, or before the request. */
export function sessionEnded(): AppError {
  return new AppError("unauthorized", "Your session has expired. Please log in again.");
}

/** A method that is not offered here, of those that are. */
export function methodNotAllowed(allow: readonly string[]): AppError {
  return new AppError("method_not_allowed", "This method is not allowed here.", { allow });
}

/**
 * True for errors that mean: the object store is away, try again. Besides the store's own StoreAwayError these are the SDK's errors
 * of requests that got no answer, or one that says nothing about what was asked.
 */
export function isStoreAway(error: unknown): boolean {
  // What a full store has answered is its cause, and another try is of no use before there is room.
  if (isDiskFull(error)) return false;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === "StoreAwayError") return true;
    if (!("$metadata" in at) || typeof at.$metadata !== "object" || at.$metadata === null) continue;
    const status = "httpStatusCode" in at.$metadata ? Number(at.$metadata.httpStatusCode) : 0;
    if (at.name !== "AbortError" && (status < 300 || status >= 500 || status === 429)) return true;
  }
  return false;
}

/** Nothing is wrong with what was asked. */
export function storeAway(cause: unknown): AppError {
  return new AppError("unavailable", "The service is not available right now. Please try again in a moment.", { retryAfter: 5, cause });
}

/** True for the errors of node-postgres and Prisma that mean: the database is away, try again. */
export function isDatabaseAway(error: unknown): boolean {
  // The sockets of both end alike.
  if (isStoreAway(error)) return false;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = "code" in at ? String(at.code) : "";
    // Prisma P1001/P1002/P1008/P1017, Node's socket errors, PostgreSQL classes 08 and 57P.
    if (/^(P1001|P1002|P1008|P1017|P2024|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P\d\d)$/.test(code)) return true;
    if (
      /Connection terminated|Can't reach database|timeout exceeded when trying to connect|Query read timeout|ECONNREFUSED|DatabaseNotReachable|ConnectionClosed/.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}

/** True where the disk, or what one may use of it, is full: that of the object store, or the database's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(ENOSPC|EDQUOT|53100)$/.test(String(error.code));
}

/** Nothing is wrong with what was sent. */
export function diskFull(cause: unknown): AppError {
  return new AppError("unavailable", "The server has no space left. Please try again later.", { retryAfter: 60, cause });
}
