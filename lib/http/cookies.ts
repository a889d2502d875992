import { stringifySetCookie } from "cookie";
import { env } from "../env";

/** Returns every value of a cookie. There can be several, on different paths; the `cookie` package returns one (decision record 0040). */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  const prefix = `${name}=`;
  return header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}

const isHttps = () => env().appOrigin.startsWith("https:");

/** Returns the name of a cookie. The prefix on https makes browsers reject it from another host or with another path. */
export function hostCookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name;
}

export function hostCookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() } as const;
}

/** Returns the value of a Set-Cookie header. @param maxAge seconds; 0 deletes the cookie */
export function hostCookie(name: string, value: string, maxAge: number): string {
  return stringifySetCookie(hostCookieName(name), value, { ...hostCookieOptions(), maxAge });
}
