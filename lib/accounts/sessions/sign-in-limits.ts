import { clientNetwork } from "../../http/client";
import { type Counted, RateLimits } from "../../http/rate-limits";

export interface SignInAttempt {
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
export const signInLimits = new RateLimits<Limit>("sign-in", bounds, "Too many sign-in attempts. Please try again later.");

/** Returns the narrow limit first, so that attempts it rejects don't use up the others. */
export function countedBy({ email, address, device }: SignInAttempt): readonly [Counted<Limit>, ...Counted<Limit>[]] {
  if (device !== null) return [["device", device]];
  const network = clientNetwork(address);
  return [
    ["pair", network, email],
    ["account", email],
    ["network", network],
  ];
}

/** After a right password: resets the narrow limit and gives this attempt back to the wide ones. */
export async function forgiveSignInAttempt(attempt: SignInAttempt): Promise<void> {
  const [narrow, ...wide] = countedBy(attempt);
  await Promise.all([signInLimits.forget(narrow), signInLimits.giveBack(...wide)]);
}
