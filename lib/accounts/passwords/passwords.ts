import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit, { type LimitFunction } from "p-limit";
import { AppError } from "../../errors";
import { KeyedSemaphore } from "../../keyed-semaphore";

/** argon2id (the library's default kind) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Start of the hashes with these parameters. */
const PRESENT = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** No password has this hash. It replaces the hash of an absent account, so that an unknown address takes as long as a known one. */
export const ABSENT_ACCOUNT_HASH = `${PRESENT}${"A".repeat(22)}$${"A".repeat(43)}`;

/** A hash takes a core for about 20 ms and a thread of file reads. One core and some threads stay free during a login storm. */
const CONCURRENCY = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Some seconds of work. Later requests are rejected with Retry-After. */
const WAITING_MAX = 100;

const PLACES_EACH = 10;

/** Waiting requests per network or account. Rejecting them at once would only make an aggressive client retry faster. */
const WAITING_EACH_MAX = 500;

/** Database queries before hashing. Signed-in users need the other connections of the pool. */
const CONCURRENT_LOOKUPS = 3;

interface Line {
  places: number;
  readonly hashing: LimitFunction;
  readonly lookUp: LimitFunction;
  readonly each: KeyedSemaphore;
}

// Next loads route modules more than once in one process; they must share one line.
const shared = globalThis as typeof globalThis & { seaVisionPasswordLine?: Line };

function line(): Line {
  shared.seaVisionPasswordLine ??= {
    places: 0,
    hashing: pLimit(CONCURRENCY),
    lookUp: pLimit(CONCURRENT_LOOKUPS),
    each: new KeyedSemaphore(PLACES_EACH),
  };
  return shared.seaVisionPasswordLine;
}

function queueFull(): AppError {
  return new AppError("unavailable", "Too many people are signing in right now. Please try again in a moment.", { retryAfter: 3 });
}

function requirePlace(): void {
  if (line().places >= CONCURRENCY + WAITING_MAX) throw queueFull();
}

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  requirePlace();
  line().places += 1;
  try {
    return await work();
  } finally {
    line().places -= 1;
  }
}

/** é can be one character or two; both are the same password. */
const canonical = (password: string) => password.normalize("NFC");

const hashInTurn = (password: string) => line().hashing(() => hash(canonical(password), parameters));

/** Returns the hash to store, with its salt and parameters. @throws AppError 503 when too many wait */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hashInTurn(password));
}

/** Returns a hash with the present parameters for a password that was verified, or null when the stored one has them. For {@link withPasswordTurn}. */
export async function renewedHash(stored: string, password: string): Promise<string | null> {
  return stored.startsWith(PRESENT) ? null : await hashInTurn(password);
}

/** Verifies a password. @param stored the account's hash, or null when there is no account: takes as long, and is false */
export type Verify = (stored: string | null, password: string) => Promise<boolean>;

const verifyInTurn: Verify = (stored, password) =>
  line().hashing(async () => (await verify(stored ?? ABSENT_ACCOUNT_HASH, canonical(password))) && stored !== null);

export const verifyPassword: Verify = (stored, password) => inLine(() => verifyInTurn(stored, password));

/** Runs `look`, then `work` when a place is free. When the queue is full, neither runs. @throws AppError 503 when the queue is full */
export async function withPasswordTurn<Seen, Result>(
  holder: string,
  look: () => Promise<Seen>,
  work: (seen: Seen, verify: Verify) => Promise<Result>,
): Promise<Result> {
  const { each, lookUp } = line();
  if (each.count(holder) >= PLACES_EACH + WAITING_EACH_MAX) throw queueFull();
  return await each.run(holder, async () => {
    const seen = await lookUp(() => {
      requirePlace();
      return look();
    });
    return inLine(() => work(seen, verifyInTurn));
  });
}
