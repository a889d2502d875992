import type { RequestLike } from "../accounts/sessions/schema";
import { env } from "../env";

/** A session lasts this long after sign-in and after each refresh. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;

function isHttps(): boolean {
  return env().appOrigin.startsWith("https:");
}

/** On https the prefix makes the browser refuse the cookie from another host or a path, so nobody can plant one. */
export function sessionCookieName(): string {
  return isHttps() ? "__Host-sea-vision.session" : "sea-vision.session";
}

/** Attributes of the session cookie, in the words of NextAuth's options. */
export function sessionCookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() } as const;
}

function setCookie(value: string, seconds: number): string {
  const secure = isHttps() ? "; Secure" : "";
  return `${sessionCookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Value of the Set-Cookie header that hands the token to a browser. */
export function sessionCookie(token: string): string {
  return setCookie(token, SESSION_SECONDS);
}

/** Value of the Set-Cookie header that takes the token away. */
export function clearedSessionCookie(): string {
  return setCookie("", 0);
}

/** A token as it came with a request, and by which way. Nothing about it is verified yet. */
export interface Credential {
  token: string;
  /** A browser sends a cookie by itself, whoever made it call; a bearer token only a program that holds it. */
  source: "bearer" | "cookie";
}

/**
 * Finds the token of a request. A bearer token counts alone: a call that carries one is not judged by the cookie beside it.
 * Of several cookies with our name the last counts, as in Next's own cookie store: browsers send longer paths first,
 * so the one for `/`, which is ours, comes after any that another page planted on a path.
 */
export function readCredential({ headers }: Pick<RequestLike, "headers">): Credential | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(headers.get("authorization")?.trim() ?? "");
  if (bearer) return { token: bearer[1]?.trim() ?? "", source: "bearer" };
  const prefix = `${sessionCookieName()}=`;
  const cookie = headers
    .get("cookie")
    ?.split(";")
    .map((part) => part.trim())
    .findLast((part) => part.startsWith(prefix));
  const token = cookie?.slice(prefix.length).replace(/^"(.*)"$/, "$1");
  return token ? { token, source: "cookie" } : null;
}
