"use client";

import { type RefObject, useEffect, useState } from "react";
import { FRAME_LIMIT_MS } from "./map-problem";

/** No event reports that the document of a frame has arrived. */
const LOOK_EVERY_MS = 200;

/** `arrived`: the user may already work with the page while parts of it load. */
export type FrameProgress = "waiting" | "arrived" | "loaded";

/** A frame starts with an empty document of the application's origin. */
function hasArrived(frame: HTMLIFrameElement): boolean {
  const { contentDocument } = frame;
  return contentDocument === null || contentDocument.URL !== "about:blank";
}

/** @param reported whether the map has arrived, where the frame holds a page that frames the map; otherwise null */
export function useFrameProgress(frame: RefObject<HTMLIFrameElement | null>, isAsking: boolean, reported: boolean | null) {
  const [progress, setProgress] = useState<FrameProgress>("waiting");
  const [isLate, setLate] = useState(false);
  const [waits, setWaits] = useState(0);
  const isSettled = progress === "loaded" && !isAsking;

  useEffect(() => {
    if (progress !== "waiting" || reported !== null) return;
    const timer = setInterval(() => {
      if (frame.current && hasArrived(frame.current)) setProgress((before) => (before === "waiting" ? "arrived" : before));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [progress, frame, reported]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing to wait restarts the clock
  useEffect(() => {
    setLate(false);
    if (isSettled) return;
    const timer = setTimeout(() => setLate(true), FRAME_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [isSettled, waits]);

  return {
    progress: progress === "waiting" && reported ? "arrived" : progress,
    isLate,
    // Some browsers also fire `load` for the empty document.
    onLoad: () => (frame.current && hasArrived(frame.current) ? setProgress("loaded") : undefined),
    waitOn: () => setWaits((count) => count + 1),
  };
}
