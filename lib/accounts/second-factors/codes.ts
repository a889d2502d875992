import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { branding } from "../../branding/data";
import type { Prisma } from "../../generated/prisma/client";
import { type Client, clientNetwork } from "../../http/client";
import { type Counted, isLimited, RateLimits } from "../../http/rate-limits";
import { logger } from "../../logging/logger";
import { keyFor } from "../sessions/token";
import { spendRecoveryCode } from "./recovery-codes";
import type { NewAuthenticator } from "./schema";

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

type Transaction = Pick<Prisma.TransactionClient, "authenticator" | "recoveryCode">;

export const WRONG_CODE = "This code is wrong or was used before.";

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Clocks may differ by this many steps (RFC 6238, 5.2). */
const WINDOW = 1;

function appOf(secret: Secret, label = ""): TOTP {
  return new TOTP({ issuer: branding().name, label, secret, algorithm: "SHA1", digits: 6, period: STEP_SECONDS });
}

/** Makes a secret for an authenticator app. SHA-1, six digits and 30 seconds are what every app supports. @param email names the account there */
export function newAuthenticator(email: string): NewAuthenticator {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: appOf(secret, email).toString() };
}

/** Returns the time step of a right code, or null. @param secret base32 @param now milliseconds since 1970 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = appOf(Secret.fromBase32(secret)).validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/** Accepts a code of the account's authenticator app. An accepted step and those before it are not accepted again. */
async function acceptAppCode(tx: Transaction, accountId: string, code: string): Promise<boolean> {
  const found = await tx.authenticator.findFirst({ where: { accountId, confirmedAt: { not: null } }, select: { secret: true } });
  if (!found) return false;
  const secret = openSecret(found.secret, accountId);
  if (!secret) logger.warn({ accountId }, "secret of an authenticator can't be decrypted: AUTH_SECRET has changed");
  const step = secret && stepOfCode(secret, code, Date.now());
  if (!step) return false;
  const isNew = { accountId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] };
  return (await tx.authenticator.updateMany({ where: isNew, data: { lastStep: step } })).count > 0;
}

/** Uses up a code of an account whose row is locked. @returns what the code was of, or null for a wrong or used one */
export async function acceptCode(tx: Transaction, accountId: string, code: string): Promise<"authenticator" | "recovery-code" | null> {
  if (/^\d{6}$/.test(code)) return (await acceptAppCode(tx, accountId, code)) ? "authenticator" : null;
  return (await spendRecoveryCode(tx, accountId, code)) ? "recovery-code" : null;
}

/** A code is right by chance with 3 in a million. The wide limit bounds guesses from many networks. */
const bounds = {
  device: { points: 10, duration: 15 * 60 },
  pair: { points: 10, duration: 15 * 60 },
  account: { points: 30, duration: 60 * 60 },
} as const;
type Limit = keyof typeof bounds;

export interface CodeAttempt {
  accountId: string;
  /** Nonce of a known device of the account (sessions/device.ts), or null. */
  device: string | null;
}

const codeLimits = new RateLimits<Limit>("second-factor", bounds, "Too many wrong codes. Please try again later.");

/** A known device of the account has a limit of its own, so that guesses from elsewhere don't lock its user out. */
function countedBy({ accountId, device }: CodeAttempt, { address }: Client): readonly [Counted<Limit>, ...Counted<Limit>[]] {
  if (device !== null) return [["device", device]];
  return [
    ["pair", clientNetwork(address), accountId],
    ["account", accountId],
  ];
}

/** Counts an attempt before its code is checked. @throws AppError 429 */
export function countCode(attempt: CodeAttempt, client: Client): Promise<void> {
  return codeLimits.consume(...countedBy(attempt, client));
}

/** Wrong codes after which a mail warns the account that its password is known. */
const WARN_AFTER = 5;
const warnings = new RateLimits("second-factor-warning", { account: { points: WARN_AFTER, duration: 60 * 60 } }, "Already counted.");

/** Counts a wrong code after a right password. @returns true for the one after which the account is warned, once an hour */
export async function isWarningDue(accountId: string): Promise<boolean> {
  const counted: Counted<"account"> = ["account", accountId];
  return !(await isLimited(warnings.count(counted))) && (await isLimited(warnings.check(counted)));
}

/** After a right code: resets the narrow limit and gives this attempt back to the wide one. */
export async function resetAttempts(attempt: CodeAttempt, client: Client): Promise<void> {
  const [narrow, ...wide] = countedBy(attempt, client);
  await Promise.all([codeLimits.forget(narrow), codeLimits.giveBack(...wide)]);
}
