import type { ExtractionProgress } from "@/lib/imports/schema";
import { continueRate, sampleRate, startRate, type TransferRate } from "./transfer-rate";
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

export type Phase =
  | { status: "idle" }
  | { status: "validating"; file: FileFacts; entriesRead: number; entriesTotal: number }
  | { status: "validated"; file: FileFacts; analysis: ZipAnalysis }
  | { status: "uploading"; file: FileFacts; target: UploadTarget; link: UploadLink; rate: TransferRate }
  | { status: "extracting"; target: UploadTarget; progress: ExtractionProgress | null }
  | { status: "complete"; target: UploadTarget; progress: ExtractionProgress }
  | { status: "failed" | "cancelled"; target: UploadTarget };

export interface Notice {
  kind: "error" | "success" | "info";
  text: string;
  /** Address of the map that the notice tells of. */
  viewMap?: string | null;
}

export interface ZipUpload {
  phase: Phase;
  notice: Notice | null;
}

/** `at` is a clock in milliseconds that only goes forward; the reducer has none of its own. */
export type ZipUploadEvent =
  | { type: "chosen"; file: FileFacts }
  | { type: "directory-read"; entriesRead: number; entriesTotal: number }
  | { type: "analysed"; analysis: ZipAnalysis }
  | { type: "refused"; message: string }
  | { type: "upload-started"; file: FileFacts; target: UploadTarget; bytesSent: number; at: number }
  | { type: "link-changed"; link: UploadLink; at: number }
  | { type: "bytes-sent"; bytes: number; at: number }
  | { type: "extraction-started"; target: UploadTarget }
  | { type: "extraction-progressed"; progress: ExtractionProgress }
  | { type: "failed"; message: string }
  | { type: "warned"; message: string }
  | { type: "cancelled" }
  | { type: "reset" }
  | { type: "notice-dismissed" };

export const idleUpload: ZipUpload = { phase: { status: "idle" }, notice: null };

/** Seconds until a phase gives way to the idle screen by itself (spec 001 §9), in milliseconds; null for phases that stay. */
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

/** True while leaving the screen would interrupt bytes on their way. */
export function isTransferring(phase: Phase): boolean {
  return phase.status === "uploading";
}

/**
 * The ZIP upload of spec 001 §4: idle → validating → validated → uploading → extracting → complete → idle, with failure and
 * cancellation back to idle. An event that does not belong to the present phase is a late one and changes nothing.
 */
export function zipUploadReducer(upload: ZipUpload, event: ZipUploadEvent): ZipUpload {
  const { phase } = upload;
  switch (event.type) {
    case "chosen":
      // Nothing may be swapped while it is on its way.
      if (phase.status === "uploading" || phase.status === "extracting") return upload;
      return { phase: { status: "validating", file: event.file, entriesRead: 0, entriesTotal: 0 }, notice: null };
    case "directory-read":
      if (phase.status !== "validating") return upload;
      return { ...upload, phase: { ...phase, entriesRead: event.entriesRead, entriesTotal: event.entriesTotal } };
    case "analysed":
      if (phase.status !== "validating") return upload;
      return { ...upload, phase: { status: "validated", file: phase.file, analysis: event.analysis } };
    case "refused":
      if (phase.status === "uploading" || phase.status === "extracting") return upload;
      return { phase: { status: "idle" }, notice: { kind: "error", text: event.message } };
    case "upload-started": {
      if (phase.status === "uploading" || phase.status === "extracting") return upload;
      const { file, target } = event;
      return { phase: { status: "uploading", file, target, link: "connecting", rate: startRate(event.at, event.bytesSent) }, notice: null };
    }
    case "link-changed":
      if (phase.status !== "uploading" || phase.link === event.link) return upload;
      return { ...upload, phase: { ...phase, link: event.link, rate: continueRate(phase.rate, event.at, phase.rate.bytes) } };
    case "bytes-sent":
      if (phase.status !== "uploading" || phase.link === "paused") return upload;
      return { ...upload, phase: { ...phase, ...countBytes(phase, event) } };
    case "extraction-started":
      if (phase.status === "extracting") return upload;
      return { phase: { status: "extracting", target: event.target, progress: null }, notice: null };
    case "extraction-progressed":
      if (phase.status !== "extracting") return upload;
      if (event.progress.status !== "complete") return { ...upload, phase: { ...phase, progress: event.progress } };
      return {
        phase: { status: "complete", target: phase.target, progress: event.progress },
        notice: { kind: "success", text: `${phase.target.projectName} is online.`, viewMap: event.progress.viewMap },
      };
    case "failed": {
      const notice: Notice = { kind: "error", text: event.message };
      if (phase.status !== "uploading" && phase.status !== "extracting") return { ...upload, notice };
      return { phase: { status: "failed", target: phase.target }, notice };
    }
    case "warned":
      return { ...upload, notice: { kind: "error", text: event.message } };
    case "cancelled":
      if (phase.status !== "uploading") return { ...upload, phase: { status: "idle" } };
      return { phase: { status: "cancelled", target: phase.target }, notice: { kind: "info", text: "Upload cancelled" } };
    case "reset":
      return { ...upload, phase: { status: "idle" } };
    case "notice-dismissed":
      return { ...upload, notice: null };
  }
}

type Uploading = Extract<Phase, { status: "uploading" }>;

/** The first bytes after a break count from where the server stands, so that what it already had is not taken for speed. */
function countBytes(phase: Uploading, event: { bytes: number; at: number }): Pick<Uploading, "link" | "rate"> {
  const rate = phase.link === "sending" ? sampleRate(phase.rate, event.at, event.bytes) : continueRate(phase.rate, event.at, event.bytes);
  return { link: "sending", rate };
}
