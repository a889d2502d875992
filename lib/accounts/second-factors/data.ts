import { db } from "../../db/client";
import type { Transaction } from "../../db/transaction";
import type { Factors, SecondFactorMethod } from "./schema";

type Reader = Pick<Transaction, "authenticator" | "passkey" | "recoveryCode">;

/** Counts an account's second factors. @param tx the transaction that changes them, else the pool */
export async function readFactors(accountId: string, tx: Reader = db()): Promise<Factors> {
  const authenticator = await tx.authenticator.findFirst({
    where: { accountId, confirmedAt: { not: null } },
    select: { confirmedAt: true },
  });
  const passkeys = await tx.passkey.count({ where: { accountId } });
  const recoveryCodes = await tx.recoveryCode.count({ where: { accountId, usedAt: null } });
  const authenticatorSince = authenticator?.confirmedAt?.toISOString() ?? null;
  return { hasAuthenticator: authenticatorSince !== null, authenticatorSince, passkeys, recoveryCodes };
}

/** Returns whether an account has a confirmed authenticator app or a passkey. */
export async function hasSecondFactor(tx: Reader, accountId: string): Promise<boolean> {
  const { hasAuthenticator, passkeys } = await readFactors(accountId, tx);
  return hasAuthenticator || passkeys > 0;
}

/** Returns what can complete a sign-in of an account; nothing when it has no second factor. */
export async function methodsOf(tx: Reader, accountId: string): Promise<SecondFactorMethod[]> {
  const { hasAuthenticator, passkeys, recoveryCodes } = await readFactors(accountId, tx);
  if (!hasAuthenticator && passkeys === 0) return [];
  return [
    ...(hasAuthenticator ? (["authenticator"] as const) : []),
    ...(passkeys > 0 ? (["passkey"] as const) : []),
    ...(recoveryCodes > 0 ? (["recovery-code"] as const) : []),
  ];
}

/** Builds the condition that an account has a second factor. @param id of the account, an SQL expression */
export const isEnrolled = (id: string) =>
  `(EXISTS (SELECT FROM "Authenticator" WHERE "accountId" = ${id} AND "confirmedAt" IS NOT NULL)
    OR EXISTS (SELECT FROM "Passkey" WHERE "accountId" = ${id}))`;
