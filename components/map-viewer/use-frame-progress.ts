"use client";

import { type RefObject, useEffect, useState } from "react";
import { FRAME_LIMIT_MS } from "./map-problem";

/** How often it is looked whether the frame's document has come, of which no event tells. */
const LOOK_EVERY_MS = 200;

/**
 * - `waiting`: nothing has come yet.
 * - `arrived`: the page is there and may be at work already; parts of it are still on their way.
 * - `loaded`: all of it.
 */
export type FrameProgress = "waiting" | "arrived" | "loaded";

/** A frame begins with an empty document of ours; one that we may not look into, or that has an address, has taken its place. */
function hasArrived(frame: HTMLIFrameElement): boolean {
  const { contentDocument } = frame;
  return contentDocument === null || contentDocument.URL !== "about:blank";
}

/**
 * How far a frame has come, and whether that takes longer than it should.
 * @param isAsking true while what the frame shows must still be asked about
 */
export function useFrameProgress(frame: RefObject<HTMLIFrameElement | null>, isAsking: boolean) {
  const [progress, setProgress] = useState<FrameProgress>("waiting");
  const [isLate, setLate] = useState(false);
  const [waits, setWaits] = useState(0);
  const isSettled = progress === "loaded" && !isAsking;

  useEffect(() => {
    if (progress !== "waiting") return;
    const timer = setInterval(() => {
      if (frame.current && hasArrived(frame.current)) setProgress((before) => (before === "waiting" ? "arrived" : before));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [progress, frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: who chooses to wait on starts the clock again
  useEffect(() => {
    setLate(false);
    if (isSettled) return;
    const timer = setTimeout(() => setLate(true), FRAME_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [isSettled, waits]);

  return {
    progress,
    isLate,
    // Some browsers fire it for the empty document as well.
    onLoad: () => (frame.current && hasArrived(frame.current) ? setProgress("loaded") : undefined),
    waitOn: () => setWaits((count) => count + 1),
  };
}
