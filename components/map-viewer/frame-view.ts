import type { MapAddressKind } from "./map-address";
import { keepsFrame, type MapProblem } from "./map-problem";
import type { FrameProgress } from "./use-frame-progress";

/** What is known of a frame. */
export interface FrameFacts {
  kind: MapAddressKind;
  progress: FrameProgress;
  /** It has not loaded within FRAME_LIMIT_MS. */
  isLate: boolean;
  /** The address itself has been asked. */
  isAnswered: boolean;
  /** What came of that. */
  problem: MapProblem | null;
  /** The person wants to see the frame although its site does not answer the page. */
  isWanted: boolean;
}

/** What is to be seen in a frame's place. */
export interface FrameView {
  hasFrame: boolean;
  /** Stands in the map's place. */
  problem: MapProblem | null;
  /** The map, while its parts are coming; a sign in its place, or word below it that some of them do not come. */
  state: "covered" | "coming" | "incomplete" | "shown";
}

/** What answers a request of ours with a page of its own must not be seen in the map's place first. */
function isCovered({ kind, progress, isAnswered }: FrameFacts): boolean {
  return progress === "waiting" || (!isAnswered && (kind === "own" || progress === "arrived"));
}

function problemOf(facts: FrameFacts): MapProblem | null {
  const { problem, isWanted, isLate } = facts;
  const isOverruled = isWanted && problem === "unreachable";
  if (problem && !isOverruled) return problem;
  // What has come so far may be all that matters, and is not taken away from who uses it already.
  return isLate && isCovered(facts) ? "late" : null;
}

function stateOf(facts: FrameFacts): FrameView["state"] {
  if (isCovered(facts)) return "covered";
  if (facts.progress === "loaded") return "shown";
  return facts.isLate ? "incomplete" : "coming";
}

/** Decides what is to be seen. A map that may be at work is never hidden for anything but an answer. */
export function frameView(facts: FrameFacts): FrameView {
  const problem = problemOf(facts);
  const hasFrame = facts.kind !== "unusable" && (problem === null || keepsFrame(problem));
  return { hasFrame, problem, state: stateOf(facts) };
}
