import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { errorBodySchema } from "../http/error-body";

const retryAfter = z.object({
  "Retry-After": z.string().optional().describe("Seconds after which another try may succeed."),
});

interface ErrorKind {
  description: string;
  headers?: z.ZodObject;
  /** True of an answer without a body. */
  isEmpty?: boolean;
}

/** What each status says, of every call alike. */
const errors = {
  400: { description: "Something in the request is not valid: `message` says what, and `fields` says it by field." },
  401: { description: "No session, or one that has ended: sign in." },
  403: { description: "Not for this role; or a page of another site made the request with the cookie." },
  404: { description: "There is no such thing, or it is somebody else's." },
  409: { description: "It contradicts how things are by now: a name is taken, something was changed or deleted meanwhile." },
  410: { description: "It is there no more." },
  412: { description: "A condition of the request's headers does not hold.", isEmpty: true },
  413: { description: "The body is larger than this call takes." },
  415: { description: "The body, or what is asked for, is of another type than this call handles." },
  416: { description: "The file has no such part.", isEmpty: true },
  422: { description: "The content cannot be processed." },
  423: { description: "Another request is writing to it. Try again in a moment.", headers: retryAfter },
  429: { description: "Too many tries. `Retry-After` says when there may be another.", headers: retryAfter },
  500: {
    description: "A defect of the product. `requestId` tells which, in its logs.",
    headers: z.object({ "X-Request-Id": z.string().optional().describe("The same as `requestId`.") }),
  },
  503: { description: "The database or the storage is away or full. Nothing was lost; try again later.", headers: retryAfter },
} as const satisfies Record<number, ErrorKind>;
export type ErrorStatus = keyof typeof errors;

function answerOf(status: ErrorStatus): ZodOpenApiResponseObject {
  const { description, headers, isEmpty }: ErrorKind = errors[status];
  return {
    // Stands once in the document, and is referred to.
    id: `Error${status}`,
    description,
    ...(!isEmpty && { content: { "application/json": { schema: errorBodySchema } } }),
    ...(headers && { headers }),
  };
}

const answers = new Map(Object.keys(errors).map((status) => [Number(status), answerOf(Number(status) as ErrorStatus)]));

/** What a call answers that fails in one of these ways. */
export function errorAnswers(statuses: readonly ErrorStatus[]): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(statuses.map((status) => [status, answers.get(status) ?? answerOf(status)]));
}
