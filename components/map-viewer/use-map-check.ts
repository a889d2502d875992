"use client";

import { useEffect, useState } from "react";
import { askMap, askWhetherEnded } from "./ask-map";
import type { MapProblem } from "./map-problem";

/** Who loses a project loses its tiles within this time (DESIGN §2), and should read why. */
const ASK_AGAIN_MS = 30_000;

interface MapCheck {
  /** False until the first answer. */
  isAnswered: boolean;
  problem: MapProblem | null;
}

/** Asks the map's address beside the frame, which cannot tell, and again while the map is looked at. */
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
      const problem = await askWhetherEnded(address, mapsOrigin, left.signal);
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
