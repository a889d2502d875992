import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { errorBodySchema } from "../http/error-body";

const retryAfter = z.object({
  "Retry-After": z.string().optional().describe("Seconds to wait before the next attempt."),
});

interface ErrorKind {
  description: string;
  message: string;
  headers?: z.ZodObject;
  isEmpty?: boolean;
}

const errors = {
  400: {
    description: "The request is not valid. `message` names the problem, and `fields` names it by field.",
    message: "Please enter a valid email address.",
  },
  401: {
    description: "The request has no session or API token, or it has ended.",
    message: "Your session has expired. Please log in again.",
  },
  403: {
    description: "The role or the scope of the API token does not allow this call, or a page of another site sent the cookie.",
    message: "Only administrators may do this.",
  },
  404: { description: "It does not exist, or it belongs to another user.", message: "This project no longer exists." },
  409: {
    description: "The current state does not allow this. A name is taken, or another request has changed or deleted something.",
    message: "A project with this name already exists. Please choose a different name.",
  },
  410: { description: "It no longer exists.", message: "The upload has expired." },
  412: { description: "A condition in the request's headers is not met.", message: "", isEmpty: true },
  413: {
    description: "The body is larger than this call allows, or the storage has too little space.",
    message: "The body is too large.",
  },
  415: {
    description: "This call does not support the type of the body or of the requested file.",
    message: "The body must be JSON (Content-Type: application/json).",
  },
  416: { description: "The file does not contain the requested part.", message: "", isEmpty: true },
  422: { description: "The content cannot be processed.", message: "The encoding of this file has no such character." },
  423: {
    description: "Another request is writing to it. Try again later.",
    message: "Another request has taken this upload over.",
    headers: retryAfter,
  },
  429: {
    description: "There were too many attempts. Try again after the time in `Retry-After`.",
    message: "Too many wrong passwords. Please try again later.",
    headers: retryAfter,
  },
  500: {
    description: "The server has failed. Its logs contain the `requestId`.",
    message: "Server error. Please try again later.",
    headers: z.object({ "X-Request-Id": z.string().optional().describe("Same as `requestId`.") }),
  },
  503: {
    description: "The database or the storage is unavailable or full. Nothing is lost. Try again later.",
    message: "The service is not available right now. Please try again in a moment.",
    headers: retryAfter,
  },
} as const satisfies Record<number, ErrorKind>;
export type ErrorStatus = keyof typeof errors;

function exampleOf(status: ErrorStatus) {
  const { message } = errors[status];
  return { success: false, message, error: message, ...(status === 500 && { requestId: "0f4c2c52-8a0c-4b7e-9d7e-3f3c7c1d2a5b" }) };
}

function answerOf(status: ErrorStatus): ZodOpenApiResponseObject {
  const { description, headers, isEmpty }: ErrorKind = errors[status];
  return {
    // Contained once in the document, and referenced.
    id: `Error${status}`,
    description,
    ...(!isEmpty && { content: { "application/json": { schema: errorBodySchema, example: exampleOf(status) } } }),
    ...(headers && { headers }),
  };
}

const answers = new Map(Object.keys(errors).map((status) => [Number(status), answerOf(Number(status) as ErrorStatus)]));

/** Returns the answers of a call for these errors */
export function errorAnswers(statuses: readonly ErrorStatus[]): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(statuses.map((status) => [status, answers.get(status) ?? answerOf(status)]));
}
