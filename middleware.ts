import { type NextRequest, NextResponse } from "next/server";
import { readCredential } from "./lib/accounts/sessions/cookie";
import { PAGE_OF_ANOTHER_ROLE, PAGE_PATH_HEADER, type Role } from "./lib/accounts/sessions/schema";
import { verifyToken } from "./lib/accounts/sessions/token";
import { noteAccount, noteRefusal } from "./lib/logging/request";

/** The pages and their roles. The middleware trusts the token's signature. Each page checks the session in the database. */
const everyone: readonly Role[] = ["superadmin", "admin", "user"];
const pages = new Map<string, readonly Role[]>([
  ["dashboard", everyone],
  ["projects", everyone],
  ["settings", everyone],
  ["api-docs", everyone],
  ["second-factor", everyone],
  ["change-password", everyone],
  ["users", ["superadmin", "admin"]],
  ["groups", ["superadmin", "admin"]],
  ["admin-management", ["superadmin"]],
  ["file-manager", ["superadmin"]],
  ["share-links", ["superadmin"]],
  ["audit-log", ["superadmin"]],
  ["api-tokens", ["superadmin"]],
]);

/** Returns the page of a path as the router reads it; "" for a path that can't be decoded or is below a page. */
function pageOf(pathname: string): string {
  try {
    const [first = "", ...rest] = decodeURIComponent(pathname).split("/").filter(Boolean);
    const isPage = rest.length === 0 || first.endsWith(".segments");
    return isPage ? first.replace(/\.(rsc|json|segments)$/, "") : "";
  } catch {
    return "";
  }
}

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set(PAGE_PATH_HEADER, `${pathname}${search}`);

  const roles = pages.get(pageOf(pathname));
  if (roles) {
    const credential = readCredential(request);
    const claims = credential && (await verifyToken(credential.token));
    if (!claims) return NextResponse.redirect(new URL(`/?next=${encodeURIComponent(`${pathname}${search}`)}`, request.url));
    if (!roles.includes(claims.role)) {
      noteAccount({ accountId: claims.sub, email: claims.email, credential: { kind: "session", id: claims.sid } });
      noteRefusal({ kind: "forbidden", reason: PAGE_OF_ANOTHER_ROLE });
      return NextResponse.redirect(new URL("/", request.url));
    }
  }
  return NextResponse.next({ request: { headers } });
}

/**
 * Pages only: Next buffers request bodies of matching paths in memory and cuts them at 10 MiB,
 * so no path that accepts a body may match.
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    "/dashboard/:path*",
    "/projects/:path*",
    "/settings/:path*",
    "/api-docs/:path*",
    "/second-factor/:path*",
    "/change-password/:path*",
    "/users/:path*",
    "/groups/:path*",
    "/admin-management/:path*",
    "/file-manager/:path*",
    "/share-links/:path*",
    "/audit-log/:path*",
    "/api-tokens/:path*",
  ],
};
