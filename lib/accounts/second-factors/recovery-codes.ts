import { createHmac, hkdfSync, randomInt } from "node:crypto";
import { env } from "../../env";
import type { Prisma } from "../../generated/prisma/client";

type Transaction = Pick<Prisma.TransactionClient, "recoveryCode">;

const CODES = 10;
const CODE_LENGTH = 12;

/** Without letters and digits that look alike. 12 of 31 are 59 bits, and attempts are limited. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Returns what is stored of a code. Case, spaces and hyphens don't count. */
function hashCode(code: string): string {
  const key = Buffer.from(hkdfSync("sha256", env().authSecret, "", "sea-vision recovery codes", 32));
  return createHmac("sha256", key).update(code.toLowerCase().replace(/[\s-]/g, "")).digest("base64url");
}

/** Replaces an account's recovery codes. @returns the ten new ones, like `k3mn-x7ab-92qt`, to be shown once */
export async function replaceRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.recoveryCode.deleteMany({ where: { accountId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ accountId, codeHash: hashCode(code) })) });
  return codes;
}

/** Makes recovery codes with an account's first second factor. @returns null when it has some already */
export async function ensureRecoveryCodes(tx: Transaction, accountId: string): Promise<string[] | null> {
  return (await tx.recoveryCode.count({ where: { accountId } })) > 0 ? null : replaceRecoveryCodes(tx, accountId);
}

/** Uses up a recovery code. @returns false for a wrong or used one */
export async function spendRecoveryCode(tx: Transaction, accountId: string, code: string): Promise<boolean> {
  const unused = { accountId, codeHash: hashCode(code), usedAt: null };
  return (await tx.recoveryCode.updateMany({ where: unused, data: { usedAt: new Date() } })).count > 0;
}
