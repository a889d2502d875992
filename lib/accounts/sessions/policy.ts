import { env } from "../../env";
import { AppError, sessionEnded } from "../../errors";
import { findViewerByApiToken } from "../api-tokens/data";
import { type Credential, readCredential } from "./cookie";
import { findViewerByToken } from "./data";
import type { AdminViewer, Duty, Owing, RequestLike, Role, SessionViewer, SuperadminViewer, TokenScope, Viewer } from "./schema";
import { ACCOUNT_HEADER } from "./values";

/**
 * What a call does, and the API tokens that may make it. Every route names one (docs/decisions/0060).
 * - `read`: returns what the account may see, and changes nothing.
 * - `write`: changes something.
 * - `publish`: sends a map. What it calls compares the project with the token's own (limits/policy.ts).
 * - `publish-read`: returns what a program that publishes must know of its projects.
 * - `account`: returns who the caller is.
 * - `people`: creates, changes or deletes an account.
 * - `people-read`: returns what a program that manages accounts must know.
 * - `session`: is about signing in, passwords or API tokens themselves.
 * - `own-session`: renews or ends the session of the request.
 * - `enrolment`: as `session`, for an account that sets up its second factor.
 * - `password`: as `session`, for an account that chooses its password.
 */
const SCOPES = {
  read: ["read", "everything"],
  write: ["everything"],
  publish: ["publish", "everything"],
  "publish-read": ["read", "publish", "everything"],
  account: ["read", "publish", "everything", "people"],
  people: ["people"],
  "people-read": ["read", "everything", "people"],
  session: [],
  "own-session": [],
  enrolment: [],
  password: [],
} as const satisfies Record<string, readonly TokenScope[]>;
export type Access = keyof typeof SCOPES;

/** Returns true if no API token may make calls with this access. */
export function needsSession(access: Access): boolean {
  return SCOPES[access].length === 0;
}

/** What an account that has a duty may do until then. */
const BEFORE: Readonly<Record<Duty, { may: readonly Access[]; message: string; field: string }>> = {
  password_change_required: { may: ["account", "own-session", "password"], message: "Choose a new password first.", field: "password" },
  second_factor_required: { may: ["account", "own-session", "enrolment"], message: "Set up a second factor first.", field: "secondFactor" },
};

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

function isFromOwnPage({ headers }: RequestLike): boolean {
  return headers.get("sec-fetch-site") === "same-origin" || headers.get("origin") === env().appOrigin;
}

function foreignPage(): AppError {
  return new AppError("forbidden", "This request was made by another site.");
}

/** Requires that a write with the cookie comes from our own page: browsers send the cookie from any page. @throws AppError 403 */
export function requireOwnPage(request: RequestLike): void {
  if (!READS.has(request.method) && readCredential(request)?.source === "cookie" && !isFromOwnPage(request)) throw foreignPage();
}

/** For calls without a session: rejects pages of other sites, which could sign users in to their account. @throws AppError 403 */
export function refuseForeignPage(request: RequestLike): void {
  const isPage = request.headers.has("sec-fetch-site") || request.headers.has("origin");
  if (isPage && !isFromOwnPage(request)) throw foreignPage();
}

const MAY_ONLY: Readonly<Record<TokenScope, string>> = {
  read: "read",
  publish: "publish to its projects",
  everything: "do what its account may",
  people: "manage accounts",
};

function outOfScope(scope: TokenScope, access: Access): AppError {
  if (needsSession(access)) return new AppError("forbidden", "An API token can't do this. Sign in instead.");
  if (access === "people" && scope === "everything") {
    return new AppError("forbidden", "This API token can't manage accounts. That needs the scope “people”.");
  }
  return new AppError("forbidden", `This API token can only ${MAY_ONLY[scope]}.`);
}

/** @throws AppError 403 with the duty as its code when the account must do something else first */
export function requireNoDuty({ duty }: Owing, access: Access = "session"): void {
  if (!duty || BEFORE[duty].may.includes(access)) return;
  const { message, field } = BEFORE[duty];
  throw new AppError("forbidden", message, { fields: { [field]: message }, reason: duty });
}

/** A tab may continue an upload after another account has signed in to the browser. @throws AppError 401 */
function requireSameAccount({ headers }: RequestLike, { accountId }: SessionViewer): void {
  const began = headers.get(ACCOUNT_HEADER);
  if (began === null || began === accountId) return;
  throw new AppError("unauthorized", "Another account is signed in. Sign in as the account that began this upload.");
}

async function findBySession(request: RequestLike, token: string, access: Access): Promise<SessionViewer | null> {
  const viewer = await findViewerByToken(token);
  if (!viewer) return null;
  requireSameAccount(request, viewer);
  requireNoDuty(viewer, access);
  return viewer;
}

/** API tokens are accepted as bearer only: a browser has no use for one in a cookie. */
async function findByApiToken({ token, source }: Credential, access: Access): Promise<Viewer | null> {
  const viewer = source === "bearer" ? await findViewerByApiToken(token) : null;
  if (viewer?.credential.kind === "token") {
    const { scope } = viewer.credential;
    if (!SCOPES[access].some((one) => one === scope)) throw outOfScope(scope, access);
    requireNoDuty(viewer, access);
  }
  return viewer;
}

/**
 * Returns the viewer of this request, or null without a valid session or API token. One query.
 * @throws AppError 401 for a call that names another account, 403 out of the token's scope or before a duty of the account is done
 */
export async function findViewer(request: RequestLike, access: Access): Promise<Viewer | null> {
  const credential = readCredential(request);
  return credential && ((await findByApiToken(credential, access)) ?? findBySession(request, credential.token, access));
}

const hasSession = (viewer: Viewer): viewer is SessionViewer => viewer.credential.kind === "session";

export type SessionAccess = Extract<Access, "session" | "own-session" | "enrolment" | "password">;

/** Returns the signed-in viewer of this request, or null. @throws AppError 403 for an API token, and as findViewer */
export async function findSessionViewer(request: RequestLike, access: SessionAccess): Promise<SessionViewer | null> {
  const viewer = await findViewer(request, access);
  return viewer && hasSession(viewer) ? viewer : null;
}

async function requireFound<Found extends Viewer>(request: RequestLike, find: () => Promise<Found | null>): Promise<Found> {
  if (!readCredential(request)) throw new AppError("unauthorized", "No authentication token found. Please log in again.");
  const viewer = await find();
  if (!viewer) throw sessionEnded();
  requireOwnPage(request);
  return viewer;
}

/** Returns whether accounts of this role may sign in with a password or a passkey. Superadmins always may, in case the provider is down. */
export function acceptsPassword(role: Role): boolean {
  return role === "superadmin" || !env().oidc?.isOnly;
}

/** Authorizes calls of accounts. @throws AppError 401, 403 for a write of another site's page with the cookie, and out of a token's scope */
export function requireViewer(request: RequestLike, access: Access): Promise<Viewer> {
  return requireFound(request, () => findViewer(request, access));
}

/** As requireViewer. @throws AppError 403 also for an API token */
export function requireSession(request: RequestLike, access: SessionAccess = "session"): Promise<SessionViewer> {
  return requireFound(request, () => findSessionViewer(request, access));
}

export function isAdmin(viewer: Viewer): viewer is AdminViewer {
  return viewer.role === "admin" || viewer.role === "superadmin";
}

export function isSuperadmin(viewer: Viewer): viewer is SuperadminViewer {
  return viewer.role === "superadmin";
}

/** As requireViewer. @throws AppError 403 also for plain users */
export async function requireAdmin(request: RequestLike, access: Access): Promise<AdminViewer> {
  const viewer = await requireViewer(request, access);
  if (!isAdmin(viewer)) throw new AppError("forbidden", "Only administrators may do this.");
  return viewer;
}

/** As requireViewer. @throws AppError 403 also for users and admins */
export async function requireSuperadmin(request: RequestLike, access: Access): Promise<SuperadminViewer> {
  const viewer = await requireViewer(request, access);
  if (!isSuperadmin(viewer)) throw new AppError("forbidden", "Only super administrators may do this.");
  return viewer;
}

/** As requireSession. @throws AppError 403 for every other role, higher ones included */
export async function requireRole(request: RequestLike, role: Role, access?: SessionAccess): Promise<SessionViewer> {
  const viewer = await requireSession(request, access);
  if (viewer.role !== role) throw new AppError("forbidden", "This call is for another role.");
  return viewer;
}
