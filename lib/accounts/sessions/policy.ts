import { env } from "../../env";
import { AppError, sessionEnded } from "../../errors";
import { readCredential } from "./cookie";
import { findViewerByToken } from "./data";
import type { AdminViewer, RequestLike, Role, SuperadminViewer, Viewer } from "./schema";

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

/** Authorizes calls that need a session. @throws AppError 401 without one, 403 for a write of another site's page with the cookie */
export async function requireViewer(request: RequestLike): Promise<Viewer> {
  const credential = readCredential(request);
  if (!credential) throw new AppError("unauthorized", "No authentication token found. Please log in again.");
  const viewer = await findViewerByToken(credential.token);
  if (!viewer) throw sessionEnded();
  requireOwnPage(request);
  return viewer;
}

/** Returns whether accounts of this role may sign in with a password. Superadmins always may, in case the provider is down. */
export function acceptsPassword(role: Role): boolean {
  return role === "superadmin" || !env().oidc?.isOnly;
}

export function isAdmin(viewer: Viewer): viewer is AdminViewer {
  return viewer.role === "admin" || viewer.role === "superadmin";
}

export function isSuperadmin(viewer: Viewer): viewer is SuperadminViewer {
  return viewer.role === "superadmin";
}

/** As requireViewer. @throws AppError 403 also for plain users */
export async function requireAdmin(request: RequestLike): Promise<AdminViewer> {
  const viewer = await requireViewer(request);
  if (!isAdmin(viewer)) throw new AppError("forbidden", "Only administrators may do this.");
  return viewer;
}

/** As requireViewer. @throws AppError 403 also for users and admins */
export async function requireSuperadmin(request: RequestLike): Promise<SuperadminViewer> {
  const viewer = await requireViewer(request);
  if (!isSuperadmin(viewer)) throw new AppError("forbidden", "Only super administrators may do this.");
  return viewer;
}

/** As requireViewer. @throws AppError 403 for every other role, higher ones included */
export async function requireRole(request: RequestLike, role: Role): Promise<Viewer> {
  const viewer = await requireViewer(request);
  if (viewer.role !== role) throw new AppError("forbidden", "This call is for another role.");
  return viewer;
}
