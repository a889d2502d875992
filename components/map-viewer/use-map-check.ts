"use client";

import { useEffect, useState } from "react";
import { MAP_PROBLEM_HEADER } from "@/lib/maps/schema";
import type { MapAddressKind } from "./map-address";
import type { MapProblem } from "./map-problem";

export interface FramedMap {
  /** Address in the frame. */
  source: string;
  /** Kind of the map's own address. */
  kind: MapAddressKind;
  /** Origin to which the application redirects addresses of its own. */
  servedFrom: string;
}

/** Accepts any answer, because a page can't read answers of another origin. */
async function askMapOrigin(mapOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  try {
    await fetch(`${mapOrigin}/healthz`, { method: "HEAD", mode: "no-cors", cache: "no-store", credentials: "omit", signal });
    return null;
  } catch {
    return signal.aborted ? null : "maps-away";
  }
}

/** Takes no abort signal: Chromium reports a CORS error when a redirect is aborted. */
function headOf(address: string): Promise<Response | null> {
  return fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store" }).catch(() => null);
}

/** Returns the problem that the application reports, or null for another answer. */
function refusalOf({ status, headers }: Response): MapProblem | null {
  if (status === 401) return "signed-out";
  if (status !== 404) return null;
  const given = headers.get(MAP_PROBLEM_HEADER);
  return given === "no-index" || given === "incomplete" ? given : "gone";
}

async function askOwn(address: string, mapOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  const answer = await headOf(address);
  if (signal.aborted) return null;
  if (!answer) return "offline";
  if (answer.type === "opaqueredirect") return askMapOrigin(mapOrigin, signal);
  return answer.ok ? null : (refusalOf(answer) ?? "unavailable");
}

/**
 * Checks whether an address can have a map. The `load` event of a frame also fires for error pages.
 * @returns null when no problem is known, or `signal` was aborted
 */
async function askMap({ source, kind, servedFrom }: FramedMap, signal: AbortSignal): Promise<MapProblem | null> {
  if (kind === "unusable" || kind === "mixed") return kind;
  return await (kind === "maps" ? askMapOrigin(new URL(source).origin, signal) : askOwn(source, servedFrom, signal));
}

/** Checks again while the map is open. A map keeps working without a connection, so only answers count. */
async function askWhetherEnded({ source, kind }: FramedMap): Promise<MapProblem | null> {
  if (kind !== "own" && kind !== "foreign") return null;
  const answer = await headOf(source);
  return answer && refusalOf(answer);
}

/** Users without access to a project lose its tiles within this time. */
const ASK_AGAIN_MS = 30_000;

interface MapCheck {
  isAnswered: boolean;
  problem: MapProblem | null;
}

export function useMapCheck({ source, kind, servedFrom }: FramedMap): MapCheck {
  const [check, setCheck] = useState<MapCheck>({ isAnswered: false, problem: null });
  const isShown = check.isAnswered && check.problem === null;

  useEffect(() => {
    const left = new AbortController();
    void askMap({ source, kind, servedFrom }, left.signal).then((problem) => {
      if (!left.signal.aborted) setCheck({ isAnswered: true, problem });
    });
    return () => left.abort();
  }, [source, kind, servedFrom]);

  useEffect(() => {
    if (!isShown) return;
    const left = new AbortController();
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      const problem = await askWhetherEnded({ source, kind, servedFrom });
      if (problem && !left.signal.aborted) setCheck({ isAnswered: true, problem });
    };
    const timer = setInterval(ask, ASK_AGAIN_MS);
    document.addEventListener("visibilitychange", ask, { signal: left.signal });
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [isShown, source, kind, servedFrom]);

  return check;
}
