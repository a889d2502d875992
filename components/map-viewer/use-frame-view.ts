"use client";

import { type RefObject, useEffect, useState } from "react";
import { externalReportSchema } from "@/lib/maps/external/schema";
import type { MapAddressKind } from "./map-address";
import { FRAME_LIMIT_MS, keepsFrame, type MapProblem } from "./map-problem";
import { type FramedMap, useMapCheck } from "./use-map-check";

/** No event reports that the document of a frame has arrived. */
const LOOK_EVERY_MS = 200;

/** `arrived`: the user may already work with the page while parts of it load. */
type FrameProgress = "waiting" | "arrived" | "loaded";

/** A frame starts with an empty document of the application's origin. */
function hasArrived(frame: HTMLIFrameElement): boolean {
  const { contentDocument } = frame;
  return contentDocument === null || contentDocument.URL !== "about:blank";
}

/** @param reported whether the map has arrived, where the frame holds a page that frames the map; otherwise null */
function useFrameProgress(frame: RefObject<HTMLIFrameElement | null>, isAsking: boolean, reported: boolean | null) {
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

interface ExternalReports {
  hasArrived: boolean;
  /** Whether the other site answers. Null while unknown. */
  answers: boolean | null;
}

const nothingYet: ExternalReports = { hasArrived: false, answers: null };

/** Listens to the page that frames a map of another site. The viewer can neither read that page nor request the site. */
function useExternalReports(frame: RefObject<HTMLIFrameElement | null>, mapsOrigin: string): ExternalReports {
  const [reports, setReports] = useState(nothingYet);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== mapsOrigin || source !== frame.current?.contentWindow) return;
      const report = externalReportSchema.safeParse(data).data?.externalMap;
      if (report === undefined) return;
      setReports((before) => (report === "arrived" ? { ...before, hasArrived: true } : { ...before, answers: report === "answers" }));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [frame, mapsOrigin]);
  return reports;
}

export interface FrameFacts {
  kind: MapAddressKind;
  progress: FrameProgress;
  isLate: boolean;
  isAnswered: boolean;
  problem: MapProblem | null;
  isWanted: boolean;
}

export interface FrameView {
  hasFrame: boolean;
  problem: MapProblem | null;
  state: "covered" | "coming" | "incomplete" | "shown";
}

/** Error pages must not show in place of the map. */
function isCovered({ progress, isAnswered }: FrameFacts): boolean {
  return progress === "waiting" || !isAnswered;
}

function problemOf(facts: FrameFacts): MapProblem | null {
  const { problem, isWanted, isLate } = facts;
  const isOverruled = isWanted && problem === "unreachable";
  if (problem && !isOverruled) return problem;
  // The user may already work with a partly loaded map.
  return isLate && isCovered(facts) ? "late" : null;
}

function stateOf(facts: FrameFacts): FrameView["state"] {
  if (isCovered(facts)) return "covered";
  if (facts.progress === "loaded") return "shown";
  return facts.isLate ? "incomplete" : "coming";
}

/** The policy of the page or the browser blocks frames with these addresses. */
function isRefused(kind: MapAddressKind): boolean {
  return kind === "unusable" || kind === "mixed";
}

/** Decides what to show. Only an error answer hides a map that may be in use. */
export function frameView(facts: FrameFacts): FrameView {
  const problem = problemOf(facts);
  const hasFrame = !isRefused(facts.kind) && (problem === null || keepsFrame(problem));
  return { hasFrame, problem, state: stateOf(facts) };
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
export function useFrameView(frame: RefObject<HTMLIFrameElement | null>, map: FramedMap) {
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
  // Waits longer for a late map, or shows one that seemed unreachable. */
  const onKeep = view.problem === "unreachable" ? () => setWanted(true) : waitOn;
  return { ...view, onLoad, onKeep };
}
