import type { MapAddressKind } from "./map-address";
import { keepsFrame, type MapProblem } from "./map-problem";
import type { FrameProgress } from "./use-frame-progress";

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
