import { cookieValues, hostCookie, hostCookieName } from "../../http/cookies";
import type { RequestLike } from "./schema";

/** Lifetime of a session without use. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;

/** Longest lifetime of a session, even with use. */
export const SESSION_MAX_DAYS = 30;

const NAME = "sea-vision.session";

export const sessionCookieName = () => hostCookieName(NAME);

export function sessionCookie(token: string): string {
  return hostCookie(NAME, token, SESSION_SECONDS);
}

export function clearedSessionCookie(): string {
  return hostCookie(NAME, "", 0);
}

export interface Credential {
  token: string;
  /** Browsers also send a cookie with requests that other sites cause. */
  source: "bearer" | "cookie";
}

/** Finds the token: a bearer token, else the last cookie. Browsers send a cookie that another page planted on a longer path first. */
export function readCredential({ headers }: Pick<RequestLike, "headers">): Credential | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(headers.get("authorization")?.trim() ?? "");
  if (bearer) return { token: bearer[1]?.trim() ?? "", source: "bearer" };
  const cookie = cookieValues(headers.get("cookie") ?? undefined, sessionCookieName()).at(-1);
  const token = cookie?.replace(/^"(.*)"$/, "$1");
  return token ? { token, source: "cookie" } : null;
}
