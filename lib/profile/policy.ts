import { requireViewer } from "../accounts/sessions/policy";
import type { RequestLike, Role, Viewer } from "../accounts/sessions/schema";
import { AppError } from "../errors";
import { RateLimits } from "../http/rate-limits";

/**
 * The gate of calls that each role has its own of.
 * @throws AppError as requireViewer; 403 for every other role, higher ones included
 */
export async function requireRole(request: RequestLike, role: Role): Promise<Viewer> {
  const viewer = await requireViewer(request);
  if (viewer.role !== role) throw new AppError("forbidden", "This call is for another role.");
  return viewer;
}

const limits = new RateLimits(
  "current-password",
  { account: { points: 10, duration: 15 * 60 } },
  "Too many wrong passwords. Please try again later.",
);

/**
 * Refuses a guess at a current password that is over the limit already, with nothing written.
 * @throws AppError 429 with the seconds to wait
 */
export function checkPasswordGuess(accountId: string): Promise<void> {
  return limits.check(["account", accountId]);
}

/**
 * Counts a current password before it is checked. Who got hold of a session must not find the password out with it;
 * from which device the guesses come says nothing here, so they are counted by the account.
 * @throws AppError 429 with the seconds to wait
 */
export function countPasswordGuess(accountId: string): Promise<void> {
  return limits.count(["account", accountId]);
}

/** Forgets the guesses: the password was right. */
export function forgivePasswordGuesses(accountId: string): Promise<void> {
  return limits.forget(["account", accountId]);
}
