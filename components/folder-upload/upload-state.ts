import type { TransferRate } from "@/components/publish/progress/transfer-rate";
import type { Comparison } from "@/components/replace-map/compare";
import type { UploadNotice } from "@/components/transfer/transfer-state";
import type { ExtractionProgress } from "@/lib/imports/schema";
import type { SelectionFacts } from "@/lib/publish/plan/file-table";
import type { FolderChanges } from "@/lib/publish/plan/match-packs";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { PublishedMap, UploadTarget } from "@/lib/publish/target";

/** What was chosen, checked and ready to be sent. */
export interface Selection extends SelectionFacts {
  /** As the person calls it: the folder's name, or how many files it is. */
  name: string;
  /** How the folder stands to what an unfinished upload of it has begun to send; null when there is none. */
  changes: FolderChanges | null;
}

/** What is being sent, as it is shown (spec 001 §3). */
export interface Shipment {
  name: string;
  fileCount: number;
  byteCount: number;
  chunkCount: number;
}

/** How far it is, beside the bytes. */
export interface ShipmentProgress {
  filesSent: number;
  chunksSent: number;
  currentFile: string;
}

export interface UploadingPhase {
  status: "uploading";
  target: UploadTarget;
  shipment: Shipment;
  progress: ShipmentProgress;
  link: UploadLink;
  rate: TransferRate;
  /** Of the bytes, what an earlier upload had sent. */
  bytesBefore: number;
}

/**
 * States of a folder's upload. `doubted`: so large that the person is asked first. `processing`: every byte is there, and the
 * server makes the map; `extracting`: it takes its time over that. `cancelled` is the seconds before the screen is idle again.
 */
export type Phase =
  | { status: "idle" }
  | { status: "reading"; name: string | null; filesRead: number }
  | { status: "doubted"; selection: Selection }
  | { status: "selected"; selection: Selection }
  | { status: "comparing"; selection: Selection; target: UploadTarget; hashedBytes: number; bytesToHash: number }
  | { status: "compared"; selection: Selection; target: UploadTarget; comparison: Comparison }
  | { status: "preparing"; selection: Selection | null; target: UploadTarget }
  | UploadingPhase
  | { status: "processing"; target: UploadTarget; shipment: Shipment; link: UploadLink }
  | { status: "extracting"; target: UploadTarget; progress: ExtractionProgress | null }
  | { status: "complete"; target: UploadTarget; map: PublishedMap | null }
  | { status: "cancelled"; target: UploadTarget };

export interface FolderUploadState {
  phase: Phase;
  notice: UploadNotice | null;
  /** What is chosen stays chosen when its upload fails, so that it can be tried again. */
  selection: Selection | null;
}

export const idleUpload: FolderUploadState = { phase: { status: "idle" }, notice: null, selection: null };

/** Milliseconds until a cancelled upload gives way to the idle screen by itself (spec 001 §9); null for phases that stay. */
export function resetDelay({ status }: Phase): number | null {
  return status === "cancelled" ? 2_000 : null;
}

/** True while something is under way that a newly chosen folder must not push aside. */
export function isUnderWay({ status }: Phase): boolean {
  return status === "preparing" || isSending(status) || status === "extracting";
}

/** True while leaving the screen would stop something. */
export function isSending(status: Phase["status"]): boolean {
  return status === "uploading" || status === "processing";
}
