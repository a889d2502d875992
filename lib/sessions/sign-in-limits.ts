import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "../db";
import { AppError } from "../errors";
import { clientNetwork } from "../http/client";

/** Who tries to sign in as whom. */
export interface SignInAttempt {
  email: string;
  /** Network address of the client; null when it is not known. */
  address: string | null;
}

/**
 * Failed attempts that are let pass within a time, in seconds. The narrow limit is on a pair of account and network: whoever
 * guesses is stopped while the account's holder, elsewhere, is not. The wide ones bound guessing at many accounts from one
 * network, and at one account from many; a window ends by itself, and refused attempts do not prolong it.
 */
const limits = {
  network: { points: 100, duration: 15 * 60 },
  pair: { points: 10, duration: 15 * 60 },
  account: { points: 100, duration: 60 * 60 },
} as const;

type Limit = keyof typeof limits;
type Limiters = Record<Limit, RateLimiterPostgres>;

const limitersOf = new WeakMap<Pool, Limiters>();

function limiters(): Limiters {
  const storeClient = pool();
  const known = limitersOf.get(storeClient);
  if (known) return known;
  const limiter = (limit: Limit) =>
    new RateLimiterPostgres({ ...limits[limit], storeClient, tableName: "rate_limit", tableCreated: true, keyPrefix: `sign-in-${limit}` });
  const made: Limiters = { network: limiter("network"), pair: limiter("pair"), account: limiter("account") };
  limitersOf.set(storeClient, made);
  return made;
}

/** Keys are digests: of one length whatever was typed, and the table tells nobody who tried. */
function digest(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

function keysOf({ email, address }: SignInAttempt): Record<Limit, string> {
  const network = clientNetwork(address ?? "unknown");
  return { network: digest(network), pair: digest(network, email), account: digest(email) };
}

async function consume(limit: Limit, key: string): Promise<void> {
  try {
    await limiters()[limit].consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError("too_many_requests", "Too many sign-in attempts. Please try again later.", { retryAfter });
  }
}

/**
 * Counts an attempt before it is made, so that many at the same moment cannot slip through together. Known and unknown
 * addresses are counted alike.
 * @throws AppError 429 with the seconds to wait
 */
export async function countSignInAttempt(attempt: SignInAttempt): Promise<void> {
  const keys = keysOf(attempt);
  // In this order, so that what the pair's limit stops does not use up the account's.
  await consume("network", keys.network);
  await consume("pair", keys.pair);
  await consume("account", keys.account);
}

/** Takes a counted attempt back: the password was right, so it was no guess. */
export async function forgiveSignInAttempt(attempt: SignInAttempt): Promise<void> {
  const keys = keysOf(attempt);
  await Promise.all([limiters().pair.delete(keys.pair), limiters().network.reward(keys.network), limiters().account.reward(keys.account)]);
}
