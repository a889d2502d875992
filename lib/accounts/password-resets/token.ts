import { createHash, randomBytes } from "node:crypto";

/** @returns 256 random bits, which only the mail's reader gets to know */
export function newResetToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. It is random and long, so that it needs neither a salt nor a slow hash. */
export function hashResetToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
