import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../../errors";
import { Turns, TurnsOfEach } from "../../turns";

/** argon2id (the library's default kind) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** No password gives this hash. It stands in when there is no account, so that an unknown address takes as long as a known one. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Hashing runs on the threads that file reads need too, and takes a core for some 20 ms. During a login storm
 * one core and most threads stay free for everybody who is signed in already.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Some seconds of work; who comes later is told to try again rather than kept waiting. */
const WAITING_MAX = 100;

/** Of the places, one network or account may have no more, so that no one client can take them all. */
const PLACES_EACH = 10;

/**
 * The others of one network or account wait without a place, as long as they are no more than this. To be told to come back at
 * once would only let a client that does not care ask the faster.
 */
const WAITING_EACH_MAX = 500;

/** What is asked of the database before a place is taken; it must leave connections of the pool to those who are signed in. */
const LOOKING_AT_ONCE = 3;

interface Line {
  /** Everybody who hashes, waits for it, or does what comes before. */
  places: number;
  readonly hashing: Turns;
  readonly looking: Turns;
  readonly each: TurnsOfEach;
}

// Next loads route modules more than once in one process; they must share one line.
const shared = globalThis as typeof globalThis & { seaVisionPasswordLine?: Line };

function line(): Line {
  shared.seaVisionPasswordLine ??= {
    places: 0,
    hashing: new Turns(AT_ONCE),
    looking: new Turns(LOOKING_AT_ONCE),
    each: new TurnsOfEach(PLACES_EACH),
  };
  return shared.seaVisionPasswordLine;
}

function comeBack(): AppError {
  return new AppError("unavailable", "Too many people are signing in right now. Please try again in a moment.", { retryAfter: 3 });
}

function requirePlace(): void {
  if (line().places >= AT_ONCE + WAITING_MAX) throw comeBack();
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

/** One keyboard writes é as one character, another as two; both are the same password. */
const canonical = (password: string) => password.normalize("NFC");

/** @returns the hash to store, with its salt and parameters. @throws AppError 503 when too many wait */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => line().hashing.take(() => hash(canonical(password), parameters)));
}

/** @param stored the account's hash, or null when there is no account: takes as long, and is false */
export type Verify = (stored: string | null, password: string) => Promise<boolean>;

const verifyInTurn: Verify = (stored, password) =>
  line().hashing.take(async () => (await verify(stored ?? NOBODYS_HASH, canonical(password))) && stored !== null);

/** @throws AppError 503 when too many wait */
export const verifyPassword: Verify = (stored, password) => inLine(() => verifyInTurn(stored, password));

/**
 * For those who have other work to do before verifying. They take a place only after they have been looked at, and then no more
 * than a few for each holder: who is refused anyway keeps nobody else waiting, and no one client can fill the line.
 * @param holder whose turn it is: a network, an account
 * @param look what may refuse without a place, by throwing. It is not called when there is no place left, so that a storm is
 *   turned away before it asks anything of the database
 * @param work what is done with a place, with what `look` has seen
 * @throws AppError 503 when too many wait, before the work begins
 */
export async function withPasswordTurn<Seen, Result>(
  holder: string,
  look: () => Promise<Seen>,
  work: (seen: Seen, verify: Verify) => Promise<Result>,
): Promise<Result> {
  const { each, looking } = line();
  if (each.taken(holder) >= PLACES_EACH + WAITING_EACH_MAX) throw comeBack();
  return await each.take(holder, async () => {
    const seen = await looking.take(() => {
      requirePlace();
      return look();
    });
    return inLine(() => work(seen, verifyInTurn));
  });
}
