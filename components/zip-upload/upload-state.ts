import type { TransferRate } from "@/components/publish/progress/transfer-rate";
import type { UploadWay } from "@/components/publish/source/zip/upload-method";
import type { ZipAnalysis } from "@/components/publish/source/zip/zip-analysis";
import type { FileFacts, UploadNotice } from "@/components/transfer/transfer-state";
import type { ExtractionProgress } from "@/lib/imports/schema";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { UploadTarget } from "@/lib/publish/target";

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
  | { status: "cancelled"; target: UploadTarget; mayArrive: boolean }
  | { status: "failed"; target: UploadTarget; during: "uploading" | "extracting" };

export interface ZipUpload {
  /** How the file is sent, or the next one will be. */
  way: UploadWay;
  phase: Phase;
  notice: UploadNotice | null;
}

export const idleUpload: ZipUpload = { way: "tus", phase: { status: "idle" }, notice: null };

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
