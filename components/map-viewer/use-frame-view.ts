"use client";

import { type RefObject, useEffect, useState } from "react";
import { type FrameView, frameView } from "./frame-view";
import { useExternalReports } from "./use-external-reports";
import { useFrameProgress } from "./use-frame-progress";
import { type FramedMap, useMapCheck } from "./use-map-check";

interface FrameState extends FrameView {
  onLoad: () => void;
  /** Waits longer for a late map, or shows one that seemed unreachable. */
  onKeep: () => void;
}

/** Returns true after the policy of this page has blocked a map from opening another site in its frame. */
function useBlockedNavigation(): boolean {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const listen = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src") setBlocked(true);
    };
    document.addEventListener("securitypolicyviolation", listen);
    return () => document.removeEventListener("securitypolicyviolation", listen);
  }, []);
  return isBlocked;
}

/** Combines the server's answer with the events of the frame. */
export function useFrameView(frame: RefObject<HTMLIFrameElement | null>, map: FramedMap): FrameState {
  const { kind, servedFrom } = map;
  const isForeign = kind === "foreign";
  const check = useMapCheck(map);
  const reports = useExternalReports(frame, servedFrom);
  const hasLeft = useBlockedNavigation();
  const { progress, isLate, onLoad, waitOn } = useFrameProgress(frame, !check.isAnswered, isForeign ? reports.hasArrived : null);
  const [isWanted, setWanted] = useState(false);
  const isReported = !isForeign || reports.answers !== null || progress === "loaded";
  const view = frameView({
    kind,
    progress,
    isLate,
    isAnswered: check.isAnswered && isReported,
    problem: hasLeft ? "left" : (check.problem ?? (reports.answers === false ? "unreachable" : null)),
    isWanted,
  });
  return { ...view, onLoad, onKeep: view.problem === "unreachable" ? () => setWanted(true) : waitOn };
}
