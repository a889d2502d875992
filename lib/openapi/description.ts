import { z } from "zod";
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { ErrorStatus } from "./errors";
import { cookieHeader, messageSchema } from "./parameters";
import type { Tag } from "./tags";

type Answers = Partial<Record<200 | 201 | 204 | 206 | 302 | 304, ZodOpenApiResponseObject>>;

/** What a handler says about its call. operation.ts adds what all calls have in common. */
export interface Description {
  /** An instruction. The operation id is derived from it, so it must be unique. */
  summary: string;
  description?: string;
  /** True when the session's last proof of identity must be recent. */
  needsProof?: boolean;
  /** Parameters of the path, unless it has the usual `{id}` or `{project}`. */
  path?: z.ZodObject;
  /** True when the path names nothing that could be missing. */
  neverMissing?: true;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** The schema of a JSON body. */
  body?: z.ZodType;
  /** An example of the body. A test validates it against the schema. */
  example?: unknown;
  /** The body, where it is not JSON or the schema that parses it can't be described. */
  otherBody?: ZodOpenApiRequestBodyObject;
  /** The schema of the JSON answer, or the fields that it has besides `message`. */
  answer?: z.ZodType | z.ZodRawShape;
  /** The status of the JSON answer; 200 if missing. */
  status?: 200 | 201;
  setsCookie?: true;
  /** The answers of a call that returns more than JSON. */
  answers?: Answers;
  errors?: readonly ErrorStatus[];
  otherErrors?: Partial<Record<ErrorStatus, ZodOpenApiResponseObject>>;
}

/** Accounts that may make a call. */
export type Callers = "everyone" | "signedIn" | "users" | "admins" | "adminsOnly" | "superadmins";

export interface DescribedCall extends Description {
  callers: Callers;
  /** True when API tokens may not make the call. */
  needsSession?: boolean;
  /** Summary of the HEAD, if the GET has one. */
  head?: string;
}

type CallName = `${"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"} /${string}`;

/** What a plain handler says about its calls, by method and path. */
export interface MountDescription {
  tag: Tag;
  callers: Callers;
  calls: Readonly<Record<CallName, Description & Pick<DescribedCall, "head"> & Partial<Pick<DescribedCall, "callers">>>>;
}

const described = new WeakMap<object, DescribedCall>();

/** Returns a function that attaches a description to a handler. Next allows no other exports in a route.ts. */
export function describe(call: DescribedCall): <Handler extends object>(handler: Handler) => Handler {
  return (handler) => {
    described.set(handler, call);
    return handler;
  };
}

/** Returns the description of an export of a route.ts, or undefined for one without. */
export function descriptionOf(exported: unknown): DescribedCall | undefined {
  return typeof exported === "function" ? described.get(exported) : undefined;
}

export function jsonBody(schema: z.ZodType, example: unknown): ZodOpenApiRequestBodyObject {
  return { required: true, content: { "application/json": { schema, example } } };
}

export function jsonAnswer(schema: z.ZodType, description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, content: { "application/json": { schema } }, ...(headers && { headers }) };
}

/** Returns the answers of a call. Its description says what it returns. */
export function answersOf({ answer = {}, status = 200, setsCookie, answers }: Description): Answers {
  const schema = answer instanceof z.ZodType ? answer : messageSchema.extend(answer);
  return answers ?? { [status]: jsonAnswer(schema, "Success.", setsCookie && cookieHeader) };
}

export function linesAnswer(schema: z.ZodType, description: string): ZodOpenApiResponseObject {
  return { description, content: { "application/x-ndjson": { schema } } };
}

/** Describes content of bytes. @param types media types of the content */
export function bytesOf(types: readonly string[]): ZodOpenApiRequestBodyObject["content"] {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]));
}

export function bytesAnswer(types: readonly string[], description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, content: bytesOf(types), ...(headers && { headers }) };
}

export function emptyAnswer(description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, ...(headers && { headers }) };
}

/** Describes an answer that is a page or plain text. */
export function pageAnswer(description: string, types: readonly string[] = ["text/html"]): ZodOpenApiResponseObject {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const } }])) };
}
