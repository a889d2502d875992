"use client";

import { z } from "zod";

const HOUR_MS = 60 * 60 * 1_000;

/** A session ends after seven days; a refresh gives it another seven. */
const REFRESH_AFTER_MS = 12 * HOUR_MS;

const RETRY_AFTER_MS = HOUR_MS;

/** Shared by all tabs, so that one of them refreshes for all. */
const KEY = "sea-vision.session-refresh";

/** When a browser last began a refresh, in milliseconds since 1970. */
const lastRefreshSchema = z.object({ at: z.number(), hasFailed: z.boolean() });
type LastRefresh = z.infer<typeof lastRefreshSchema>;

/** Also true when the last refresh is in the future, because a clock was set back. */
export function isRefreshDue(last: LastRefresh | null, now: number): boolean {
  if (!last) return true;
  const age = now - last.at;
  return age < 0 || age >= (last.hasFailed ? RETRY_AFTER_MS : REFRESH_AFTER_MS);
}

/** Used where the browser forbids storage. */
let remembered: LastRefresh | null = null;

export function readLastRefresh(): LastRefresh | null {
  try {
    return lastRefreshSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? ""));
  } catch {
    return remembered;
  }
}

/** @param last null forgets it, at the end of a session */
export function writeLastRefresh(last: LastRefresh | null): void {
  remembered = last;
  try {
    if (last) localStorage.setItem(KEY, JSON.stringify(last));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is full or forbidden: this page still remembers.
  }
}
