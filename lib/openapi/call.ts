import type { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from "zod-openapi";
import { PROGRAM_PROOF_HOURS, PROOF_MINUTES } from "../accounts/proofs/values";
import { type Role, roleSchema } from "../accounts/sessions/schema";
import { type ErrorStatus, errorAnswers } from "./errors";

/** Roles that may make a call. The words start its description. */
const callers = {
  everyone: { roles: [], words: "For all clients; no session is needed." },
  signedIn: { roles: roleSchema.options, words: "For every signed-in user." },
  users: { roles: ["user"], words: "For users." },
  admins: { roles: ["admin", "superadmin"], words: "For admins and superadmins." },
  adminsAlone: { roles: ["admin"], words: "For admins." },
  superadmins: { roles: ["superadmin"], words: "For superadmins." },
} as const satisfies Record<string, { roles: readonly Role[]; words: string }>;
export type Callers = keyof typeof callers;

/** The roles that may make a call; empty without a session. */
export const ROLES_EXTENSION = "x-roles";

/** A call. {@link describeCalls} adds what all calls have in common. */
export interface Description {
  /** An instruction. The operation id is derived from it, so it must be unique. */
  summary: string;
  description?: string;
  /** Summary of the HEAD, if the GET has one. */
  head?: string;
  who?: Callers;
  /** True when API tokens may not make the call. */
  needsSession?: true;
  /** True when the session's last proof of identity must be recent. */
  needsProof?: true;
  /** Parameters of the address, if not those of the table. */
  path?: z.ZodObject;
  /** True when what the path names need not be there. */
  asksForNothing?: true;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: ZodOpenApiRequestBodyObject;
  answers: Partial<Record<200 | 201 | 204 | 206 | 302 | 304, ZodOpenApiResponseObject>>;
  errors?: readonly ErrorStatus[];
  otherErrors?: Partial<Record<ErrorStatus, ZodOpenApiResponseObject>>;
}

function camelCase(summary: string): string {
  const words = summary.replace(/[^A-Za-z0-9 ]/g, "").split(" ");
  return words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

/** Adds the errors that every call with a body, a path, a query or a session can have. */
function errorsOf(method: string, roles: readonly Role[], { body, path, query, asksForNothing, errors = [] }: Description) {
  const found = new Set<ErrorStatus>([...errors, 500, 503]);
  if (path && !asksForNothing) found.add(404);
  if (query) found.add(400);
  if (body) for (const status of [400, 413, 415] as const) found.add(status);
  if (roles.length > 0) found.add(401);
  const isWrite = !["GET", "HEAD", "OPTIONS"].includes(method);
  // API tokens may make some calls only.
  if (isWrite || roles.length > 0) found.add(403);
  return [...found].sort((a, b) => a - b);
}

/** Cookie or bearer token of a session. */
export const SESSION_SECURITY: Record<string, string[]>[] = [{ session: [] }, { token: [] }];

/** Said of calls that need a recent proof. */
const PROOF = `With a session that proved its identity more than ${PROOF_MINUTES} minutes ago, or ${PROGRAM_PROOF_HOURS} hours ago when a program signed in with a password, 403 with the code \`proof_required\`: see POST /api/auth/proof.`;

/** Said of lists with pages. */
const PAGES = "Whole, or in pages when `limit` or `cursor` is given.";

function describeCall(tag: string, method: string, who: Callers, described: Description): ZodOpenApiOperationObject {
  const { summary, path, query, headers, body, answers, otherErrors } = described;
  const { roles, words } = callers[described.who ?? who];
  const description = described.description ?? (query && "cursor" in query.shape && PAGES);
  const needed = [words, described.needsSession && "API tokens can't make this call.", described.needsProof && PROOF]
    .filter(Boolean)
    .join(" ");
  return {
    operationId: camelCase(summary),
    tags: [tag],
    summary,
    description: description ? `${needed} ${description}` : needed,
    [ROLES_EXTENSION]: [...roles],
    ...(roles.length === 0 && { security: [] }),
    ...(described.needsSession && { security: SESSION_SECURITY }),
    requestParams: { ...(path && { path }), ...(query && { query }), ...(headers && { header: headers }) },
    ...(body && { requestBody: body }),
    responses: { ...answers, ...errorAnswers(errorsOf(method, roles, described)), ...otherErrors },
  };
}

type CallName = `${"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"} /${string}`;

function withoutContent<Answers extends Readonly<Record<string, ZodOpenApiResponseObject>>>(answers: Answers) {
  return Object.fromEntries(Object.entries(answers).map(([status, { description, headers }]) => [status, { description, headers }]));
}

/** Describes the HEAD of a GET: the same headers, without a body. */
function headOf(get: Description, summary: string): Description {
  const description = "The headers of the GET.";
  return { ...get, summary, description, answers: withoutContent(get.answers), otherErrors: withoutContent(get.otherErrors ?? {}) };
}

/** Describes a table of calls, by method and address, as OpenAPI paths. @param who default callers @param path default parameters of addresses that have any */
export function describeCalls(
  tag: string,
  who: Callers,
  path: z.ZodObject | null,
  calls: Readonly<Record<CallName, Description>>,
): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const [method = "", address = ""] = name.split(" ");
    const described = { ...(path && address.includes("{") && { path }), ...call };
    const operations = { ...paths[address], [method.toLowerCase()]: describeCall(tag, method, who, described) };
    if (described.head) operations["head"] = describeCall(tag, "HEAD", who, headOf(described, described.head));
    paths[address] = operations;
  }
  return paths;
}

/** Describes a JSON body. @param example a test validates it against the schema */
export function jsonBody(schema: z.ZodType, example: unknown, required = true): ZodOpenApiRequestBodyObject {
  return { required, content: { "application/json": { schema, example } } };
}

export function jsonAnswer(schema: z.ZodType, description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, content: { "application/json": { schema } }, ...(headers && { headers }) };
}

export function linesAnswer(schema: z.ZodType, description: string): ZodOpenApiResponseObject {
  return { description, content: { "application/x-ndjson": { schema } } };
}

/** An answer of bytes. @param types of the content that it may have */
export function bytesAnswer(types: readonly string[], description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]));
  return { description, content, ...(headers && { headers }) };
}

export function emptyAnswer(description: string, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, ...(headers && { headers }) };
}
