import type { ExtractionProgress } from "@/lib/imports/schema";
import type { TransferRate } from "./transfer-rate";
import type { ZipAnalysis } from "./zip-analysis";

/** What tells one file from another without reading it. */
export interface FileFacts {
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  lastModified: number;
}

/** The project that an upload becomes. */
export interface UploadTarget {
  projectName: string;
  safeName: string;
  description: string;
}

/**
 * How the transfer stands: bytes flow, the person paused it, the network or the server is away (it goes on by itself),
 * or the session is (it goes on after signing in again).
 */
export type UploadLink = "connecting" | "sending" | "paused" | "offline" | "unreachable" | "signed-out";

export interface UploadingPhase {
  status: "uploading";
  file: FileFacts;
  target: UploadTarget;
  link: UploadLink;
  rate: TransferRate;
}

/** States of spec 001 §4; `failed` and `cancelled` are the seconds before such an upload is idle again. */
export type Phase =
  | { status: "idle" }
  | { status: "validating"; file: FileFacts; entriesRead: number; entriesTotal: number }
  | { status: "validated"; file: FileFacts; analysis: ZipAnalysis }
  | UploadingPhase
  | { status: "extracting"; target: UploadTarget; progress: ExtractionProgress | null }
  | { status: "complete"; target: UploadTarget; progress: ExtractionProgress }
  | { status: "cancelled"; target: UploadTarget }
  | { status: "failed"; target: UploadTarget; during: "uploading" | "extracting" };

/** A map that an upload has put online. */
export interface PublishedMap {
  name: string;
  safeName: string;
  viewMap: string;
}

export interface UploadNotice {
  kind: "error" | "success" | "info";
  text: string;
  /** The map that it tells of. */
  map?: PublishedMap | null;
}

export interface ZipUpload {
  phase: Phase;
  notice: UploadNotice | null;
}

export const idleUpload: ZipUpload = { phase: { status: "idle" }, notice: null };

/** Milliseconds until a phase gives way to the idle screen by itself (spec 001 §9); null for phases that stay. */
export function resetDelay(phase: Phase): number | null {
  switch (phase.status) {
    case "complete":
    case "cancelled":
      return 2_000;
    case "failed":
      return 3_000;
    default:
      return null;
  }
}

/** True while something is under way that a newly chosen file must not push aside. */
export function isUnderWay({ status }: Phase): boolean {
  return status === "uploading" || status === "extracting";
}

/** The map that there is to look at by now, if any. */
export function publishedMap(phase: Phase): PublishedMap | null {
  if (phase.status !== "extracting" && phase.status !== "complete") return null;
  const { target, progress } = phase;
  if (!progress?.viewMap || !(progress.viewable || phase.status === "complete")) return null;
  return { name: target.projectName, safeName: target.safeName, viewMap: progress.viewMap };
}
