import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from "zod-openapi";
import { PROGRAM_PROOF_HOURS, PROOF_MINUTES } from "../accounts/proofs/values";
import { type Role, roleSchema } from "../accounts/sessions/schema";
import { answersOf, type Callers, type DescribedCall, jsonBody, type MountDescription } from "./description";
import { type ErrorStatus, errorAnswers } from "./errors";
import { idPath, projectPath } from "./parameters";

/** Roles that may make a call. The words start its description. */
const roles: Readonly<Record<Callers, { roles: readonly Role[]; words: string }>> = {
  everyone: { roles: [], words: "For all clients; no session is needed." },
  signedIn: { roles: roleSchema.options, words: "For all signed-in users." },
  users: { roles: ["user"], words: "For users." },
  admins: { roles: ["admin", "superadmin"], words: "For admins and superadmins." },
  adminsOnly: { roles: ["admin"], words: "For admins." },
  superadmins: { roles: ["superadmin"], words: "For superadmins." },
};

/** The roles that may make a call; empty without a session. */
export const ROLES_EXTENSION = "x-roles";

export interface Operation {
  tag: string;
  method: string;
  /** A path with `{name}` parameters. */
  path: string;
  call: DescribedCall;
}

function camelCase(summary: string): string {
  const words = summary.replace(/[^A-Za-z0-9 ]/g, "").split(" ");
  return words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

function pathParameters({ path, call }: Operation) {
  if (call.path) return call.path;
  if (path.includes("{project}")) return projectPath;
  return path.includes("{id}") ? idPath : undefined;
}

/** Adds the errors that every call with a body, a path, a query or a session can have. */
function errorsOf({ method, path, call: { callers, body, otherBody, query, neverMissing, errors = [] } }: Operation) {
  const found = new Set<ErrorStatus>([...errors, 500, 503]);
  const needsSession = callers !== "everyone";
  if (path.includes("{") && !neverMissing) found.add(404);
  if (query) found.add(400);
  if (body || otherBody) for (const status of [400, 413, 415] as const) found.add(status);
  if (needsSession) found.add(401);
  const isWrite = !["GET", "HEAD", "OPTIONS"].includes(method);
  // API tokens may make some calls only.
  if (isWrite || needsSession) found.add(403);
  return [...found].sort((a, b) => a - b);
}

/** Cookie or bearer token of a session. */
export const SESSION_SECURITY: Record<string, string[]>[] = [{ session: [] }, { token: [] }];

/** Describes calls that need a recent proof. */
const PROOF = `Returns 403 with the code \`proof_required\` if the last proof of identity is older than ${PROOF_MINUTES} minutes, or ${PROGRAM_PROOF_HOURS} hours for a program that signed in with a password. See POST /api/auth/proof.`;

/** Describes lists with pages. */
const PAGES = "Returns the whole list, or a page of it when `limit` or `cursor` is given.";

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { tag, call } = operation;
  const { summary, query, headers, body, example, otherBody, otherErrors, needsSession, needsProof } = call;
  const { roles: allowed, words } = roles[call.callers];
  const path = pathParameters(operation);
  const requestBody = otherBody ?? (body && jsonBody(body, example));
  const text = call.description ?? (query && "cursor" in query.shape && PAGES);
  return {
    operationId: camelCase(summary),
    tags: [tag],
    summary,
    description: [words, needsSession && "API tokens can't make this call.", needsProof && PROOF, text].filter(Boolean).join(" "),
    [ROLES_EXTENSION]: [...allowed],
    ...(allowed.length === 0 && { security: [] }),
    ...(needsSession && { security: SESSION_SECURITY }),
    requestParams: { ...(path && { path }), ...(query && { query }), ...(headers && { header: headers }) },
    ...(requestBody && { requestBody }),
    responses: { ...answersOf(call), ...errorAnswers(errorsOf(operation)), ...otherErrors },
  };
}

function withoutContent<Answers extends Readonly<Record<string, ZodOpenApiResponseObject>>>(answers: Answers) {
  return Object.fromEntries(Object.entries(answers).map(([status, { description, headers }]) => [status, { description, headers }]));
}

/** Describes the HEAD of a GET: the same headers, without a body. */
function headOf({ call, ...rest }: Operation, summary: string): Operation {
  const { otherErrors = {} } = call;
  const head = { summary, description: "Returns the headers of the GET.", answers: withoutContent(answersOf(call)) };
  return { ...rest, method: "HEAD", call: { ...call, ...head, otherErrors: withoutContent(otherErrors) } };
}

/** Returns the operations of plain handlers. */
export function operationsOf(mounts: readonly MountDescription[]): Operation[] {
  return mounts.flatMap(({ tag, callers, calls }) =>
    Object.entries(calls).map(([name, call]) => {
      const [method = "", path = ""] = name.split(" ");
      return { tag, method, path, call: { callers, ...call } };
    }),
  );
}

/** Returns the OpenAPI paths of these operations. */
export function describePaths(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of operations) {
    const { path, method, call } = operation;
    const described = { ...paths[path], [method.toLowerCase()]: describeOperation(operation) };
    if (call.head) described["head"] = describeOperation(headOf(operation, call.head));
    paths[path] = described;
  }
  return paths;
}
