import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits, which are only in the mail. */
export function newResetToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns what is stored of a token. A long random token needs neither salt nor a slow hash. */
export function hashResetToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
