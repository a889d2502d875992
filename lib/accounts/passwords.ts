import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../errors";

/** argon2id (the library's default kind) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** No password gives this hash. Verified against when there is no account, so that an unknown address takes as long as a known one. */
const nobodysHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Hashing runs on the threads that file reads need too, and takes a core for some 20 ms. During a login storm
 * one core and most threads stay free for everybody who is signed in already.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Some seconds of work; who comes later is told to try again rather than kept waiting. */
const WAITING_MAX = 100;

interface Line {
  /** Everybody who hashes, waits for it, or does what comes before. */
  places: number;
  running: number;
  waiting: (() => void)[];
}

// Next loads route modules more than once in one process; they must share one line.
const shared = globalThis as typeof globalThis & { seaVisionPasswordLine?: Line };

function line(): Line {
  shared.seaVisionPasswordLine ??= { places: 0, running: 0, waiting: [] };
  return shared.seaVisionPasswordLine;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const { waiting } = line();
  if (line().running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else line().running += 1;
  try {
    return await work();
  } finally {
    // The place is handed over, not freed, so nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else line().running -= 1;
  }
}

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (line().places >= AT_ONCE + WAITING_MAX) {
    throw new AppError("unavailable", "Too many people are signing in right now. Please try again in a moment.", { retryAfter: 3 });
  }
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
  return inLine(() => inTurn(() => hash(canonical(password), parameters)));
}

/** @param stored the account's hash, or null when there is no account: takes as long, and is false */
export type Verify = (stored: string | null, password: string) => Promise<boolean>;

const verifyInTurn: Verify = (stored, password) =>
  inTurn(async () => (await verify(stored ?? nobodysHash, canonical(password))) && stored !== null);

/** @throws AppError 503 when too many wait */
export const verifyPassword: Verify = (stored, password) => inLine(() => verifyInTurn(stored, password));

/**
 * For who has other work to do before verifying: a storm is turned away before any of it, or what it asks of the database
 * would keep everybody else waiting.
 * @throws AppError 503 when too many wait, before the work begins
 */
export function withPasswordTurn<Result>(work: (verify: Verify) => Promise<Result>): Promise<Result> {
  return inLine(() => work(verifyInTurn));
}
