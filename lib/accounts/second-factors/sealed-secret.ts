import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyFor } from "../sessions/token";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const key = () => keyFor("authenticator secrets");

/** Encrypts a secret for its account's row with AES-256-GCM. In another account's row it can't be opened. */
export function sealSecret(secret: string, accountId: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key(), nonce).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Returns the secret, or null when it was sealed with another AUTH_SECRET or for another account, or was changed. */
export function openSecret(stored: string, accountId: string): string | null {
  const bytes = Buffer.from(stored, "base64url");
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
