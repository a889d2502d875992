import { createHash, randomBytes } from "node:crypto";

/** Secret scanners find tokens by this prefix. */
const PREFIX = "sv_";
const FORM = /^sv_[\w-]{43}$/;

/** Returns a token with 256 random bits. */
export function newApiToken(): string {
  return `${PREFIX}${randomBytes(32).toString("base64url")}`;
}

export function isApiToken(text: string): boolean {
  return FORM.test(text);
}

/** Returns what is stored of a token. A long random token needs neither salt nor a slow hash. */
export function hashApiToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
