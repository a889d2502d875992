import { clientNetwork } from "../../http/client";
import { type Counted, RateLimits } from "../../http/rate-limits";

/** Who tries to sign in as whom. */
export interface SignInAttempt {
  email: string;
  /** Network address of the client; null when it is not known. */
  address: string | null;
  /** Nonce of a device on which this very account was signed in before (device.ts); null for any other. */
  device: string | null;
}

/**
 * Failed attempts that are let pass within a time, in seconds. A known device is counted by itself and by nothing else, so
 * nobody elsewhere can lock its holder out. For all others the narrow limit is on a pair of account and network: whoever
 * guesses is stopped while others are not. The wide ones bound guessing at one account from many networks, and at many
 * accounts from one network.
 */
const bounds = {
  device: { points: 10, duration: 15 * 60 },
  pair: { points: 10, duration: 15 * 60 },
  account: { points: 100, duration: 60 * 60 },
  network: { points: 100, duration: 15 * 60 },
} as const;

type Limit = keyof typeof bounds;

const limits = new RateLimits<Limit>("sign-in", bounds, "Too many sign-in attempts. Please try again later.");

/** By what an attempt is counted: the narrow limit first, so that what it stops does not use up the shares of others. */
function countedBy({ email, address, device }: SignInAttempt): readonly [Counted<Limit>, ...Counted<Limit>[]] {
  if (device !== null) return [["device", device]];
  const network = clientNetwork(address);
  return [
    ["pair", network, email],
    ["account", email],
    ["network", network],
  ];
}

/**
 * Refuses an attempt that is over a limit already, with nothing written.
 * @throws AppError 429 with the seconds to wait
 */
export function checkSignInAttempt(attempt: SignInAttempt): Promise<void> {
  return limits.check(...countedBy(attempt));
}

/**
 * Counts an attempt before it is made. Known and unknown addresses are counted alike.
 * @throws AppError 429 with the seconds to wait
 */
export function countSignInAttempt(attempt: SignInAttempt): Promise<void> {
  return limits.count(...countedBy(attempt));
}

/** The password was right: what was tried from there before was no guessing, and this attempt is none elsewhere. */
export async function forgiveSignInAttempt(attempt: SignInAttempt): Promise<void> {
  const [narrow, ...wide] = countedBy(attempt);
  await Promise.all([limits.forget(narrow), limits.giveBack(...wide)]);
}
