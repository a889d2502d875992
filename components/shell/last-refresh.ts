"use client";

const HOUR_MS = 60 * 60 * 1_000;

/** A session ends seven days after its last refresh. */
const REFRESH_AFTER_MS = 12 * HOUR_MS;

const RETRY_AFTER_MS = HOUR_MS;

/** Shared by all tabs, so that one tab refreshes for all. */
const KEY = "sea-vision.session-refresh";

/** The browser's last refresh. `at` is its start in milliseconds since 1970. */
interface LastRefresh {
  at: number;
  hasFailed: boolean;
}

/** Returns whether to refresh now. A refresh in the future counts as due: the clock was set back. */
export function isRefreshDue(last: LastRefresh | null, now: number): boolean {
  if (!last) return true;
  const age = now - last.at;
  return age < 0 || age >= (last.hasFailed ? RETRY_AFTER_MS : REFRESH_AFTER_MS);
}

/** Fallback for browsers that block storage. */
let fallback: LastRefresh | null = null;

export function readLastRefresh(): LastRefresh | null {
  try {
    const { at, hasFailed } = JSON.parse(localStorage.getItem(KEY) ?? "") as Partial<LastRefresh>;
    return typeof at === "number" ? { at, hasFailed: hasFailed === true } : fallback;
  } catch {
    return fallback;
  }
}

/** Stores the last refresh. @param last null removes it when the session ends */
export function writeLastRefresh(last: LastRefresh | null): void {
  fallback = last;
  try {
    if (last) localStorage.setItem(KEY, JSON.stringify(last));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is full or blocked: this page uses `fallback`.
  }
}
