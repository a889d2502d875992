"use client";

import { useEffect, useState } from "react";
import { mapAddressKind } from "./map-address";
import type { MapProblem } from "./map-problem";

/** Any answer will do: a page may not read that of another origin. */
async function askMapsOrigin(mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  try {
    await fetch(`${mapsOrigin}/healthz`, { method: "HEAD", mode: "no-cors", cache: "no-store", credentials: "omit", signal });
    return null;
  } catch {
    return signal.aborted ? null : "maps-away";
  }
}

/** It can't be aborted: Chromium reports a CORS error when that happens while the answer is a redirect. */
function headOf(address: string): Promise<Response | null> {
  return fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store" }).catch(() => null);
}

async function askOwn(address: string, mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  const answer = await headOf(address);
  if (signal.aborted) return null;
  if (!answer) return "offline";
  if (answer.type === "opaqueredirect") return askMapsOrigin(mapsOrigin, signal);
  if (answer.ok) return null;
  if (answer.status === 401) return "signed-out";
  return answer.status === 404 ? "gone" : "unavailable";
}

/**
 * Checks whether a map can be at an address, because the `load` event of a frame fires for error pages too.
 * @returns null when no problem is known, or `signal` was aborted
 */
async function askMap(address: string, mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  const kind = mapAddressKind(address, window.location.href, mapsOrigin);
  if (kind === "unusable" || kind === "mixed") return kind;
  return await (kind === "maps" ? askMapsOrigin(mapsOrigin, signal) : askOwn(address, mapsOrigin, signal));
}

/** Checks again while the map is open. A map keeps working without a connection, so only answers count. */
async function askWhetherEnded(address: string, mapsOrigin: string): Promise<MapProblem | null> {
  if (mapAddressKind(address, window.location.href, mapsOrigin) !== "own") return null;
  const answer = await headOf(address);
  if (answer?.status === 401) return "signed-out";
  return answer?.status === 404 ? "gone" : null;
}

/** Users who lose a project lose its tiles within this time (DESIGN §2). */
const ASK_AGAIN_MS = 30_000;

interface MapCheck {
  isAnswered: boolean;
  problem: MapProblem | null;
}

export function useMapCheck(address: string, mapsOrigin: string): MapCheck {
  const [check, setCheck] = useState<MapCheck>({ isAnswered: false, problem: null });
  const isShown = check.isAnswered && check.problem === null;

  useEffect(() => {
    const left = new AbortController();
    void askMap(address, mapsOrigin, left.signal).then((problem) => {
      if (!left.signal.aborted) setCheck({ isAnswered: true, problem });
    });
    return () => left.abort();
  }, [address, mapsOrigin]);

  useEffect(() => {
    if (!isShown) return;
    const left = new AbortController();
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      const problem = await askWhetherEnded(address, mapsOrigin);
      if (problem && !left.signal.aborted) setCheck({ isAnswered: true, problem });
    };
    const timer = setInterval(ask, ASK_AGAIN_MS);
    document.addEventListener("visibilitychange", ask, { signal: left.signal });
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [isShown, address, mapsOrigin]);

  return check;
}
