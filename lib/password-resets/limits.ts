import { RESET_LINK_MINUTES } from "../accounts/password-resets/schema";
import { clientNetwork } from "../http/client";
import { RateLimits } from "../http/rate-limits";

/**
 * Mails that are asked for within a time, in seconds. The account's limit keeps a mailbox from being flooded, and lasts as long
 * as a link is good: whoever it stops has at least one in the mailbox that still works, so nobody can be locked out by it.
 */
const limits = new RateLimits(
  "password-reset",
  {
    pair: { points: 5, duration: 15 * 60 },
    account: { points: 10, duration: RESET_LINK_MINUTES * 60 },
    network: { points: 50, duration: 15 * 60 },
  },
  "Too many password reset requests. Please try again later.",
);

/**
 * Counts a request, for known and unknown addresses alike.
 * @param address network address of the client; null when it is not known
 * @throws AppError 429 with the seconds to wait
 */
export function countResetRequest(email: string, address: string | null): Promise<void> {
  const network = clientNetwork(address);
  return limits.consume(["pair", network, email], ["account", email], ["network", network]);
}
