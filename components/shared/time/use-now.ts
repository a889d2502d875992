"use client";

import { useEffect, useState } from "react";

const TICK_MS = 30_000;

/** Returns the time, updated every 30 seconds. @param initial milliseconds since 1970; the same on the server and in the browser */
export function useNow(initial: number): number {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
