import { REMOVED } from "./secrets";

const MAX_LENGTH = 512;

/** Removed by its place: not every token of a share link looks like a secret. */
const SHARE_TOKEN = /^(\/+share\/+)[^/]+/;

const SECRET_SEGMENT = /(?<=\/)(?=[\w.~-]*\d)(?=[\w.~-]*[A-Z])(?=[\w.~-]*[a-z])[\w-]{40,}[\w.~-]*(?=\/|$)/g;

/** Returns the path of a request without its query, where tickets and reset links have secrets. */
export function pathForLog(url: string | undefined): string {
  const [path = "/"] = (url ?? "/").split(/[?#]/, 1);
  // Cut first: the search takes quadratic time.
  const safe = path.slice(0, MAX_LENGTH).replace(SHARE_TOKEN, `$1${REMOVED}`).replace(SECRET_SEGMENT, REMOVED);
  return path.length > MAX_LENGTH ? `${safe}…` : safe;
}
