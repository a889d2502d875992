import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { AppError } from "../../errors";
import { type Client, clientNetwork } from "../../http/client";
import { type Counted, RateLimits } from "../../http/rate-limits";
import { type AccountSecret, findAccountSecret } from "../data";
import { addNotice } from "../notices/mutations";
import { renewedHash, withPasswordTurn } from "../passwords/passwords";
import type { SignInInput } from "../schema";
import { acceptCode, countCode, isWarningDue, resetAttempts, WRONG_CODE } from "../second-factors/codes";
import { methodsOf } from "../second-factors/data";
import type { SecondFactorMethod } from "../second-factors/schema";
import { deviceCookie, recogniseDevice } from "./device";
import { halfSignedInCookie } from "./half-signed-in";
import { issueToken, lockAccount, type OpenedSession, openSession, type SignedIn } from "./mutations";
import { acceptsPassword } from "./policy";

/** `deviceCookie`: Set-Cookie header that marks the device as known (device.ts). */
export type SignedInOutcome = { outcome: "signed-in"; deviceCookie: string } & SignedIn;

/** `halfSignedInCookie`: Set-Cookie header with which a code completes the sign-in (half-signed-in.ts). */
type SecondFactorOutcome = { outcome: "second-factor"; methods: SecondFactorMethod[]; halfSignedInCookie: string };

export type SignInOutcome = SignedInOutcome | SecondFactorOutcome | { outcome: "refused" };

/** Stores a password that was right with the present parameters. Returns what the account has then. */
async function renewHash(secret: AccountSecret, password: string): Promise<AccountSecret> {
  const passwordHash = await renewedHash(secret.passwordHash, password);
  if (passwordHash === null) return secret;
  const { count } = await db().account.updateMany({ where: secret, data: { passwordHash } });
  return count > 0 ? { id: secret.id, passwordHash } : secret;
}

/** Counts an attempt and checks its password. Attempts rejected because the queue is full do not count. */
function check({ email, password }: SignInInput, { address }: Client, devices: readonly string[]) {
  return withPasswordTurn(
    `network ${clientNetwork(address)}`,
    async () => {
      const secret = await findAccountSecret(email);
      const attempt: SignInAttempt = { email, address, device: recogniseDevice(devices, secret) };
      await signInLimits.check(...countedBy(attempt));
      return { attempt, secret };
    },
    async ({ attempt, secret }, verify) => {
      await signInLimits.count(...countedBy(attempt));
      const isRight = await verify(secret?.passwordHash ?? null, password);
      return { attempt, secret: secret && isRight ? await renewHash(secret, password) : secret, isRight };
    },
  );
}

async function signedIn(opened: OpenedSession, secret: AccountSecret): Promise<SignedInOutcome> {
  return { outcome: "signed-in", deviceCookie: deviceCookie(secret), ...(await issueToken(opened)) };
}

/** Mails an account whose password was right in several sign-ins that ended with a wrong code. */
async function warnOfCodes(accountId: string, { address }: Client): Promise<void> {
  if (!(await isWarningDue(accountId))) return;
  await inTransaction((tx) => addNotice(tx, accountId, { kind: "codes-refused", address, at: new Date().toISOString() }));
}

/**
 * Signs in. Takes the same time for unknown addresses. An account with a second factor also needs the `code`.
 * @throws AppError 401 for a wrong code, 429 over the limits, 503 when the queue is full
 */
export async function signIn(input: SignInInput, client: Client, devices: readonly string[]): Promise<SignInOutcome> {
  const { attempt, secret, isRight } = await check(input, client, devices);
  const result = await inTransaction(async (tx) => {
    const account = secret && isRight ? await lockAccount(tx, secret.id, secret.passwordHash) : null;
    if (account && acceptsPassword(account.role)) {
      const methods = await methodsOf(tx, account.id);
      return methods.length > 0 ? methods : openSession(tx, account, client, attempt.device !== null);
    }
    const target = { type: "account", id: secret?.id, name: input.email };
    await recordAudit(tx, { action: "session.refused", actor: null, target, address: client.address });
    return null;
  });
  if (!result || !secret) return { outcome: "refused" };
  await forgiveSignInAttempt(attempt);
  if (!Array.isArray(result)) return signedIn(result, secret);
  if (input.code !== undefined) return completeSignIn(secret, input.code, client, devices);
  return { outcome: "second-factor", methods: result, halfSignedInCookie: halfSignedInCookie(secret) };
}

/** Signs in with a code, after the right password. @param secret with the hash that the password had @throws AppError 401, 429 */
export async function completeSignIn(
  secret: AccountSecret,
  code: string,
  client: Client,
  devices: readonly string[],
): Promise<SignedInOutcome> {
  const attempt = { accountId: secret.id, device: recogniseDevice(devices, secret) };
  await countCode(attempt, client);
  const opened = await inTransaction(async (tx) => {
    const account = await lockAccount(tx, secret.id, secret.passwordHash);
    const factor = account && acceptsPassword(account.role) ? await acceptCode(tx, account.id, code) : null;
    if (account && factor) return openSession(tx, account, client, attempt.device !== null, { factor });
    const target = { type: "account", id: secret.id, ...(account ? { name: account.email } : {}) };
    await recordAudit(tx, { action: "session.factor-refused", actor: null, target, address: client.address });
    return null;
  });
  if (!opened) {
    await warnOfCodes(secret.id, client);
    throw new AppError("unauthorized", WRONG_CODE, { fields: { code: WRONG_CODE } });
  }
  await resetAttempts(attempt, client);
  return signedIn(opened, secret);
}

interface SignInAttempt {
  email: string;
  /** Network address of the client; null when it is not known. */
  address: string | null;
  /** Nonce of a known device of this account (device.ts), else null. */
  device: string | null;
}

/** The narrow limit counts by account and network, so that guesses from one network don't lock the user out. */
const bounds = {
  device: { points: 10, duration: 15 * 60 },
  pair: { points: 10, duration: 15 * 60 },
  account: { points: 100, duration: 60 * 60 },
  network: { points: 100, duration: 15 * 60 },
} as const;

type Limit = keyof typeof bounds;

/** Attempts are checked before they are counted, and counted before they are made, for known and unknown addresses alike. */
const signInLimits = new RateLimits<Limit>("sign-in", bounds, "Too many sign-in attempts. Please try again later.");

/** Returns the narrow limit first, so that attempts it rejects don't use up the others. */
function countedBy({ email, address, device }: SignInAttempt): readonly [Counted<Limit>, ...Counted<Limit>[]] {
  if (device !== null) return [["device", device]];
  const network = clientNetwork(address);
  return [
    ["pair", network, email],
    ["account", email],
    ["network", network],
  ];
}

/** After a right password: resets the narrow limit and gives this attempt back to the wide ones. */
async function forgiveSignInAttempt(attempt: SignInAttempt): Promise<void> {
  const [narrow, ...wide] = countedBy(attempt);
  await Promise.all([signInLimits.forget(narrow), signInLimits.giveBack(...wide)]);
}
