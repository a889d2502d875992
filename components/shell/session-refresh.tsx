"use client";

import { useEffect } from "react";
import { z } from "zod";
import { requestJson } from "@/components/shared/request-json";
import { isRefreshDue, type LastRefresh } from "./refresh-times";

/** Shared by all tabs, so that one of them refreshes for all. */
const KEY = "sea-vision.session-refresh";
const LOOK_MS = 10 * 60 * 1_000;

const lastRefreshSchema = z.object({ at: z.number(), hasFailed: z.boolean() });

/** Stands in where the browser keeps nothing. */
let remembered: LastRefresh | null = null;

function readLast(): LastRefresh | null {
  try {
    return lastRefreshSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? ""));
  } catch {
    // Nothing there, or something that is not ours.
    return remembered;
  }
}

function writeLast(last: LastRefresh): void {
  remembered = last;
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // Storage is full or forbidden: this page still knows.
  }
}

async function refreshWhenDue(): Promise<void> {
  const now = Date.now();
  if (!isRefreshDue(readLast(), now)) return;
  // Before the call, so that no other tab makes it too, and a call that never ends is not made again.
  writeLast({ at: now, hasFailed: false });
  try {
    await requestJson("/api/auth/refresh", { method: "POST" });
  } catch {
    // The next thing that the person does says what is wrong, if it still is.
    writeLast({ at: now, hasFailed: true });
  }
}

/** Prolongs the session while the application is open: on loading, on coming back to the tab, and every now and then. */
export function SessionRefresh() {
  useEffect(() => {
    const look = () => void refreshWhenDue();
    const lookWhenVisible = () => (document.visibilityState === "visible" ? look() : undefined);
    look();
    const timer = window.setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", lookWhenVisible);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", lookWhenVisible);
    };
  }, []);
  return null;
}
