"use client";

import { z } from "zod";
import type { LastRefresh } from "./refresh-times";

/** Shared by all tabs, so that one of them refreshes for all. */
const KEY = "sea-vision.session-refresh";

const lastRefreshSchema = z.object({ at: z.number(), hasFailed: z.boolean() });

/** Stands in where the browser keeps nothing. */
let remembered: LastRefresh | null = null;

export function readLastRefresh(): LastRefresh | null {
  try {
    return lastRefreshSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? ""));
  } catch {
    // Nothing there, or something that is not ours.
    return remembered;
  }
}

export function writeLastRefresh(last: LastRefresh): void {
  remembered = last;
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // Storage is full or forbidden: this page still knows.
  }
}

/** For the end of a session: the next one is new. */
export function forgetLastRefresh(): void {
  remembered = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was written either.
  }
}
