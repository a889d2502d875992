/**
 * Every value that a Cookie header has for a name. There can be several: a page may set one of the same name on another
 * path, and the browser sends both.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  const prefix = `${name}=`;
  return header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}

export interface CookieAttributes {
  path: string;
  maxAgeSeconds: number;
  sameSite: "Lax" | "None";
  secure: boolean;
  /** Kept apart for each site that embeds us; without it browsers drop a cookie in another site's frame. */
  partitioned: boolean;
}

/** Value of a Set-Cookie header for a cookie that no script can read. Name, value and path must be plain tokens. */
export function httpOnlyCookie(name: string, value: string, attributes: CookieAttributes): string {
  const { path, maxAgeSeconds, sameSite, secure, partitioned } = attributes;
  const flags = [secure ? "; Secure" : "", partitioned ? "; Partitioned" : ""].join("");
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${flags}`;
}
