import { DetailedError, type HttpRequest, type HttpResponse } from "tus-js-client";
import { reasonOf } from "./transfer-failure";

/** Status of a HEAD that failed. tus-js-client would answer any 4xx by beginning a new upload; thrown, it keeps the old one. */
class HeadFailure extends Error {
  constructor(readonly status: number) {
    super(`HEAD answered ${status}`);
  }
}

/**
 * Hook for every answer of the upload server: makes a failed HEAD an error instead of a new upload, and tells an ended
 * session from an upload that is locked for the moment: a HEAD answers 423 to both.
 */
export async function guardHead(request: HttpRequest, response: HttpResponse, isSessionAlive: () => Promise<boolean>): Promise<void> {
  const status = response.getStatus();
  if (request.getMethod() !== "HEAD" || status < 400 || status >= 500) return;
  if (status === 423 && (await isSessionAlive())) return;
  throw new HeadFailure(status === 423 ? 401 : status);
}

/** HTTP status behind an error of tus-js-client, 0 when there was no answer. */
export function statusOf(error: Error | DetailedError): number {
  if (!(error instanceof DetailedError)) return 0;
  if (error.causingError instanceof HeadFailure) return error.causingError.status;
  return error.originalResponse?.getStatus() ?? 0;
}

/** What a person is told of it: the server's words if it had any, else which chunk it was (spec 001 §8). @param chunkBytes of one request */
export function wordsOf(error: Error | DetailedError, chunkBytes: number): string {
  if (!(error instanceof DetailedError)) return error.message;
  const said = reasonOf(error.originalResponse?.getBody() ?? "");
  if (said !== null) return said;
  const status = statusOf(error);
  if (status === 0) return "network error";
  const { originalRequest: request } = error;
  if (request?.getMethod() !== "PATCH") return `the server answered ${status}`;
  const chunk = Math.floor(Number(request.getHeader("Upload-Offset") ?? 0) / chunkBytes) + 1;
  return `Chunk ${chunk} failed: ${status}`;
}
