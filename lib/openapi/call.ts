import type { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from "zod-openapi";
import { type Role, roleSchema } from "../accounts/sessions/schema";
import { type ErrorStatus, errorAnswers } from "./errors";

/** Who may make a call, in the words that its description begins with. `everyone` needs no session. */
const callers = {
  everyone: { roles: [], words: "For everybody; no session is needed." },
  signedIn: { roles: roleSchema.options, words: "For everybody who is signed in." },
  users: { roles: ["user"], words: "For users." },
  admins: { roles: ["admin", "superadmin"], words: "For admins and superadmins." },
  adminsAlone: { roles: ["admin"], words: "For admins." },
  superadmins: { roles: ["superadmin"], words: "For superadmins." },
} as const satisfies Record<string, { roles: readonly Role[]; words: string }>;
export type Callers = keyof typeof callers;

/** The roles that may make a call, beside what OpenAPI has a place for; empty where no session is needed. */
export const ROLES_EXTENSION = "x-roles";

/** A call, as the files beside this one describe it. What every call has alike is added by {@link call}. */
interface Description {
  tag: string;
  /** What it does, as an instruction; unique, for the operation is named after it. */
  summary: string;
  description?: string;
  who: Callers;
  path?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: ZodOpenApiRequestBodyObject;
  /** What it answers when all is well. */
  answers: Partial<Record<200 | 201 | 204 | 206 | 302 | 304, ZodOpenApiResponseObject>>;
  /** What else can go wrong, beside what can of every such call. */
  errors?: readonly ErrorStatus[];
  /** Errors whose answers are of another shape. */
  otherErrors?: Partial<Record<ErrorStatus, ZodOpenApiResponseObject>>;
  /** Only reads, though its method is POST. */
  reads?: boolean;
}

function camelCase(summary: string): string {
  const words = summary.replace(/[^A-Za-z0-9 ]/g, "").split(" ");
  return words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

/** Of every call: what is asked for in a body can be wrong in three ways, a session can be missing, and the product in trouble. */
function errorsOf({ who, body, query, errors = [] }: Description): ErrorStatus[] {
  const { roles } = callers[who];
  const found = new Set<ErrorStatus>([...errors, 500, 503]);
  if (query) found.add(400);
  if (body) for (const status of [400, 413, 415] as const) found.add(status);
  if (roles.length > 0) found.add(401);
  if (roles.length > 0 && roles.length < roleSchema.options.length) found.add(403);
  return [...found].sort((a, b) => a - b);
}

/** @returns the call as OpenAPI tells it, with who may make it, and with all that can go wrong */
export function call(described: Description): ZodOpenApiOperationObject {
  const { tag, summary, description, who, path, query, headers, body, answers, otherErrors } = described;
  const { roles, words } = callers[who];
  return {
    operationId: camelCase(summary),
    tags: [tag],
    summary,
    description: description ? `${words} ${description}` : words,
    [ROLES_EXTENSION]: [...roles],
    ...(roles.length === 0 && { security: [] }),
    requestParams: { ...(path && { path }), ...(query && { query }), ...(headers && { header: headers }) },
    ...(body && { requestBody: body }),
    responses: { ...answers, ...errorAnswers(errorsOf(described)), ...otherErrors },
  };
}

/** A body of JSON. @param example as a client might send it; a test holds it against the schema */
export function jsonBody(schema: z.ZodType, example: unknown, required = true): ZodOpenApiRequestBodyObject {
  return { required, content: { "application/json": { schema, example } } };
}

/** An answer of JSON. */
export function jsonAnswer(schema: z.ZodType, description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, content: { "application/json": { schema } }, ...(headers && { headers }) };
}

/** An answer of lines, of which each is a value in JSON. */
export function linesAnswer(schema: z.ZodType, description: string): ZodOpenApiResponseObject {
  return { description, content: { "application/x-ndjson": { schema } } };
}

/** An answer of bytes. @param types of the content that it may have */
export function bytesAnswer(types: readonly string[], description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]));
  return { description, content, ...(headers && { headers }) };
}

/** An answer that is all status and headers. */
export function emptyAnswer(description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, ...(headers && { headers }) };
}
