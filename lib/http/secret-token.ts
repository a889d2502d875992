import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits for a link or an API token. They are sent or shown once, and not stored. */
export function newSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns what is stored of a token. A long random token needs neither salt nor a slow hash. */
export function hashSecretToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
