const HOUR_MS = 60 * 60 * 1_000;

/** A session lives for seven days; one that is in use gets another seven twice a day. */
const REFRESH_AFTER_MS = 12 * HOUR_MS;

/** After a failure, and never sooner: whatever ails the server, no page makes it worse. */
const RETRY_AFTER_MS = HOUR_MS;

/** When a refresh was last begun in this browser, and how it went. */
export interface LastRefresh {
  /** Milliseconds since 1970. */
  at: number;
  hasFailed: boolean;
}

/** True when it is time for another one; also when the last one lies ahead, since a clock was set back. */
export function isRefreshDue(last: LastRefresh | null, now: number): boolean {
  if (!last) return true;
  const age = now - last.at;
  return age < 0 || age >= (last.hasFailed ? RETRY_AFTER_MS : REFRESH_AFTER_MS);
}
