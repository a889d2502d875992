import { REMOVED } from "../../lib/logging/secrets";

/** Longer ones are nobody's but an attacker's, or deep in a map. */
const LONGEST = 512;

/** A segment that is as long and as mixed as no name is but a secret's. */
const SECRET_SEGMENT = /(?<=\/)(?=[\w.~-]*\d)(?=[\w.~-]*[A-Z])(?=[\w.~-]*[a-z])[\w-]{40,}[\w.~-]*(?=\/|$)/g;

/** The path of a request as it may stand in a log: without its query, in which tickets and links of mails have their secrets. */
export function pathForLog(url: string | undefined): string {
  const [path = "/"] = (url ?? "/").split(/[?#]/, 1);
  // Cut first: to look for secrets takes time by the square of the length, and anybody may send a path of 16,000 characters.
  const shown = path.slice(0, LONGEST).replace(SECRET_SEGMENT, REMOVED);
  return path.length > LONGEST ? `${shown}…` : shown;
}
