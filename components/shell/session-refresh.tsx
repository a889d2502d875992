"use client";

import { useEffect } from "react";
import { requestJson } from "@/components/shared/request-json";
import { readLastRefresh, writeLastRefresh } from "./last-refresh";
import { isRefreshDue } from "./refresh-times";

const LOOK_MS = 10 * 60 * 1_000;

async function refreshWhenDue(): Promise<void> {
  const now = Date.now();
  if (!isRefreshDue(readLastRefresh(), now)) return;
  // Before the call, so that no other tab makes it too, and a call that never ends is not made again.
  writeLastRefresh({ at: now, hasFailed: false });
  try {
    await requestJson("/api/auth/refresh", { method: "POST" });
  } catch {
    // The next thing that the person does says what is wrong, if it still is.
    writeLastRefresh({ at: now, hasFailed: true });
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
