"use client";

import { useEffect, useRef } from "react";

/**
 * True when the map's address answers with the map, or with the way to the maps' origin, and that origin is there.
 * Addresses of other sites cannot be asked: they pass.
 */
async function isReachable(address: string, mapsOrigin: string, signal: AbortSignal): Promise<boolean> {
  if (new URL(address, window.location.href).origin !== window.location.origin) return true;
  try {
    const answer = await fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store", signal });
    if (answer.type !== "opaqueredirect") return answer.ok;
    // What it says is none of our business, that it says something is enough.
    await fetch(`${mapsOrigin}/healthz`, { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store", signal });
    return true;
  } catch {
    return signal.aborted;
  }
}

/** A frame fires `load` for error pages as well; so the address is asked beside it, and a refusal reported. */
export function useMapCheck(address: string, mapsOrigin: string, onFailure: () => void): void {
  const report = useRef(onFailure);
  report.current = onFailure;
  useEffect(() => {
    const left = new AbortController();
    void isReachable(address, mapsOrigin, left.signal).then((reachable) => {
      if (!reachable) report.current();
    });
    return () => left.abort();
  }, [address, mapsOrigin]);
}
