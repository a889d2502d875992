import { env } from "../../env";
import { AppError, sessionEnded } from "../../errors";
import { readCredential } from "../../sessions/cookie";
import { findViewerByToken } from "./data";
import type { AdminViewer, RequestLike, SuperadminViewer, Viewer } from "./schema";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** True when the browser says that a page of this very origin made the request. */
function isFromOwnPage({ headers }: RequestLike): boolean {
  return headers.get("sec-fetch-site") === "same-origin" || headers.get("origin") === env().appOrigin;
}

function foreignPage(): AppError {
  return new AppError("forbidden", "This request was made by another site.");
}

/**
 * The cross-site rule of DESIGN §4: a browser adds the cookie to what any page makes it send, a map on the neighbouring
 * port included, so a write that rests on the cookie must come from our own page.
 * @throws AppError 403
 */
export function requireOwnPage(request: RequestLike): void {
  if (!READS.has(request.method) && readCredential(request)?.source === "cookie" && !isFromOwnPage(request)) throw foreignPage();
}

/**
 * For calls that need no session yet, such as signing in: a program that is no browser says nothing of where it calls from
 * and may; a page of another site may not, or it could sign people in to an account of its own.
 * @throws AppError 403
 */
export function refuseForeignPage(request: RequestLike): void {
  const isPage = request.headers.has("sec-fetch-site") || request.headers.has("origin");
  if (isPage && !isFromOwnPage(request)) throw foreignPage();
}

/**
 * The gate of every call that needs a signed-in person.
 * @throws AppError 401 without a live session, 403 for a write that another site's page made with the cookie
 */
export async function requireViewer(request: RequestLike): Promise<Viewer> {
  const credential = readCredential(request);
  if (!credential) throw new AppError("unauthorized", "No authentication token found. Please log in again.");
  const viewer = await findViewerByToken(credential.token);
  if (!viewer) throw sessionEnded();
  requireOwnPage(request);
  return viewer;
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

/** As requireViewer. @throws AppError 403 also for everybody but superadmins */
export async function requireSuperadmin(request: RequestLike): Promise<SuperadminViewer> {
  const viewer = await requireViewer(request);
  if (!isSuperadmin(viewer)) throw new AppError("forbidden", "Only super administrators may do this.");
  return viewer;
}
