import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { errorBodySchema } from "../http/error-body";

const retryAfter = z.object({
  "Retry-After": z.string().optional().describe("Seconds after which another try may succeed."),
});

interface ErrorKind {
  description: string;
  message: string;
  headers?: z.ZodObject;
  isEmpty?: boolean;
}

const errors = {
  400: {
    description: "Something in the request is not valid: `message` says what, and `fields` says it by field.",
    message: "Please enter a valid email address.",
  },
  401: { description: "No session or API token, or one that has ended.", message: "Your session has expired. Please log in again." },
  403: {
    description: "Not for this role, or out of the scope of this API token; or a page of another site made the request with the cookie.",
    message: "Only administrators may do this.",
  },
  404: { description: "There is no such thing, or it belongs to another user.", message: "This project no longer exists." },
  409: {
    description: "It contradicts how things are by now: a name is taken, something was changed or deleted meanwhile.",
    message: "A project with this name already exists. Please choose a different name.",
  },
  410: { description: "It is there no more.", message: "The upload has expired." },
  412: { description: "A condition of the request's headers does not hold.", message: "", isEmpty: true },
  413: {
    description: "The body is larger than this call takes, or the storage has too little space for it.",
    message: "The body is too large.",
  },
  415: {
    description: "The body, or what is asked for, is of another type than this call handles.",
    message: "The body must be JSON (Content-Type: application/json).",
  },
  416: { description: "The file has no such part.", message: "", isEmpty: true },
  422: { description: "The content cannot be processed.", message: "The encoding of this file has no such character." },
  423: {
    description: "Another request is writing to it. Try again in a moment.",
    message: "Another request has taken this upload over.",
    headers: retryAfter,
  },
  429: {
    description: "Too many tries. `Retry-After` says when there may be another.",
    message: "Too many wrong passwords. Please try again later.",
    headers: retryAfter,
  },
  500: {
    description: "A defect of the product. `requestId` tells which, in its logs.",
    message: "Server error. Please try again later.",
    headers: z.object({ "X-Request-Id": z.string().optional().describe("The same as `requestId`.") }),
  },
  503: {
    description: "The database or the storage is unavailable, or it became full meanwhile. Nothing was lost; try again later.",
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
