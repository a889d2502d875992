"use client";

import { useEffect, useRef } from "react";

/** True when the map's address answers with the map, or with the way to it. Addresses elsewhere cannot be asked: they pass. */
async function isReachable(address: string, signal: AbortSignal): Promise<boolean> {
  if (new URL(address, window.location.href).origin !== window.location.origin) return true;
  try {
    const response = await fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store", signal });
    return response.ok || response.type === "opaqueredirect";
  } catch {
    return signal.aborted;
  }
}

/** A frame fires `load` for error pages as well; so the address is asked beside it, and a refusal reported. */
export function useMapCheck(address: string, onFailure: () => void): void {
  const report = useRef(onFailure);
  report.current = onFailure;
  useEffect(() => {
    const left = new AbortController();
    void isReachable(address, left.signal).then((reachable) => {
      if (!reachable) report.current();
    });
    return () => left.abort();
  }, [address]);
}
