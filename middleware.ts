import { type NextRequest, NextResponse } from "next/server";
import { PAGE_PATH_HEADER, type Role } from "./lib/accounts/sessions/schema";
import { verifyToken } from "./lib/accounts/sessions/token";
import { readCredential } from "./lib/sessions/cookie";

/**
 * The pages and who may see them (route table of the specification). This only spares people a page that would send them on:
 * it trusts the token's signature, and every page asks the database again.
 * The sign-in screen is not listed. Whether somebody is signed in already only the page can tell, since a token outlives
 * a session that was ended; sending its holder away from here would turn in circles.
 */
const everyone: readonly Role[] = ["superadmin", "admin", "user"];
const pages = new Map<string, readonly Role[]>([
  ["dashboard", everyone],
  ["projects", everyone],
  ["settings", everyone],
  ["api-docs", everyone],
  ["users", ["superadmin", "admin"]],
  ["admin-management", ["superadmin"]],
  ["file-manager", ["superadmin"]],
  ["audit-log", ["superadmin"]],
]);

/**
 * The page that a path asks for as the router reads it, however it was encoded; "" when it cannot be decoded, or is a path
 * below a page, which nobody has to sign in for: it is not found.
 */
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
    if (!claims) return NextResponse.redirect(new URL(`/login?next=${encodeURIComponent(`${pathname}${search}`)}`, request.url));
    if (!roles.includes(claims.role)) return NextResponse.redirect(new URL("/", request.url));
  }
  return NextResponse.next({ request: { headers } });
}

/**
 * Pages alone, by name: where this matches, Next keeps request bodies in memory and cuts them at 10 MiB,
 * so no path that takes a body may ever be here.
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    "/dashboard/:path*",
    "/projects/:path*",
    "/settings/:path*",
    "/api-docs/:path*",
    "/users/:path*",
    "/admin-management/:path*",
    "/file-manager/:path*",
    "/audit-log/:path*",
  ],
};
