import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { inTransaction, type Transaction } from "../../db/transaction";
import { Prisma } from "../../generated/prisma/client";
import { type Client, clientNetwork } from "../../http/client";
import { RateLimits } from "../../http/rate-limits";
import { hasEnded, type LockedAccount, lockAccountWhere } from "../data";
import { deviceCookie, recogniseDevice } from "../sessions/device";
import { issueToken, openSession } from "../sessions/mutations";
import { acceptsPassword } from "../sessions/policy";
import type { SignedInOutcome } from "../sessions/sign-in";
import { readChallenge, requestOptions, takeChallenge, verifyRequest } from "./ceremony";
import type { PasskeyResponse } from "./schema";

/** Why a passkey was refused, in the audit log. */
type Reason = "challenge" | "unknown" | "response" | "counter" | "removed" | "role" | "ended";

const limits = { options: { points: 300, duration: 15 * 60 }, network: { points: 100, duration: 15 * 60 } } as const;
const passkeyLimits = new RateLimits("passkey", limits, "Too many sign-in attempts. Please try again later.");

/** Returns the options of a sign-in or a proof with any passkey. @throws AppError 429 */
export async function passkeyRequestOptions({ address }: Client) {
  await passkeyLimits.consume(["options", clientNetwork(address)]);
  return requestOptions();
}

/** Stores the use of a passkey. A counter that does not advance shows a copy of the key (WebAuthn, section 6.1.1). */
async function storeUse(tx: Transaction, id: string, counter: number): Promise<Reason | null> {
  const where = { id, counter: counter === 0 ? 0 : { lt: counter } };
  if ((await tx.passkey.updateMany({ where, data: { counter, lastUsedAt: new Date() } })).count > 0) return null;
  return (await tx.passkey.findUnique({ where: { id }, select: { id: true } })) ? "counter" : "removed";
}

/**
 * Verifies a response of a passkey, which counts once, and runs `work` in the transaction that stores its use.
 * @param accountId whose passkeys are accepted; null accepts those of all accounts
 * @param work returns why the passkey is refused, or its result
 * @returns null when the response is refused, which is in the audit log
 */
export async function verifyPasskey<Result extends object>(
  response: PasskeyResponse,
  { address }: Client,
  accountId: string | null,
  work: (tx: Transaction, account: LockedAccount) => Promise<Result | Reason>,
): Promise<Result | null> {
  const challenge = readChallenge(response.response.clientDataJSON);
  const isOurs = challenge !== null && (await takeChallenge(challenge, null));
  const found = await db().passkey.findUnique({ where: { credentialId: response.id } });
  const passkey = accountId === null || found?.accountId === accountId ? found : null;
  const counter = isOurs && passkey ? await verifyRequest(challenge, response, passkey) : null;
  return inTransaction(async (tx) => {
    const action = accountId === null ? "session.refused" : "session.factor-refused";
    const refuse = async (reason: Reason, account?: LockedAccount) => {
      const target = { type: "account", id: account?.id, name: account?.email };
      await recordAudit(tx, { action, actor: null, target, address, details: { via: "passkey", reason } });
      return null;
    };
    // Locked, so that neither a reset of its factors nor its deletion commits before what follows.
    const account = passkey && (await lockAccountWhere(tx, Prisma.sql`id = ${passkey.accountId}::uuid`, "SHARE"));
    if (!passkey || !account) return refuse("unknown");
    if (counter === null) return refuse(isOurs ? "response" : "challenge", account);
    const result = (await storeUse(tx, passkey.id, counter)) ?? (await work(tx, account));
    return typeof result === "string" ? refuse(result, account) : result;
  });
}

/** Signs in with a passkey alone. @param devices device cookies of the browser @returns null when it is refused @throws AppError 429 */
export async function signInWithPasskey(
  response: PasskeyResponse,
  client: Client,
  devices: readonly string[],
): Promise<SignedInOutcome | null> {
  const network = ["network", clientNetwork(client.address)] as const;
  await passkeyLimits.consume(network);
  const opened = await verifyPasskey(response, client, null, async (tx, account) => {
    if (!acceptsPassword(account.role)) return "role";
    if (await hasEnded(tx, account.id)) return "ended";
    const session = await openSession(tx, account, client, recogniseDevice(devices, account) !== null, { factor: "passkey" });
    return { account, session };
  });
  if (!opened) return null;
  await passkeyLimits.giveBack(network);
  return { outcome: "signed-in", deviceCookie: deviceCookie(opened.account), ...(await issueToken(opened.session)) };
}
