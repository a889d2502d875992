import type { Answers, FoundLayer } from "@/lib/data-maps/formats/data-file";
import type { ExtractionProgress } from "@/lib/imports/progress/schema";
import type { SelectionFacts } from "@/lib/upload-client/plan/file-table";
import type { FolderChanges } from "@/lib/upload-client/plan/plan-packs";
import { type PublishedMap, toPublishedMap } from "@/lib/upload-client/published-map";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import type { UploadTarget } from "@/lib/upload-client/target";
import type { ZipAnalysis } from "@/lib/upload-client/zip/zip-analysis";
import type { Comparison } from "../replace/compare";
import type { UploadMethod } from "../source/zip/upload-method";

/** Identifies a file without reading it. */
export interface FileFacts {
  name: string;
  size: number;
  lastModified: number;
}

/** Layers of the map that Sea-Vision makes. Empty with an index.html. */
export interface DescribedData {
  layers: readonly FoundLayer[];
  /** What the user has said of their files. */
  answers: Answers;
}

export interface ZipSelection extends DescribedData {
  source: "zip";
  byteCount: number;
  file: FileFacts;
  analysis: ZipAnalysis;
}

export interface FolderSelection extends SelectionFacts, DescribedData {
  source: "folder";
  name: string;
  /** The first page loads files from the top of its origin. */
  hasRootPaths: boolean;
  /** Changes since its unfinished upload started. Null without one. */
  changes: FolderChanges | null;
}

/** Maps and project files have different types of selection, target and comparison. */
export interface UploadKind {
  target: unknown;
  selection: { source: "zip" | "folder" | "files"; byteCount: number };
  comparison: unknown;
}

export interface MapUpload extends UploadKind {
  target: UploadTarget;
  selection: ZipSelection | FolderSelection;
  comparison: Comparison;
}

export interface Shipment {
  name: string;
  fileCount: number;
  byteCount: number;
  /** Number of requests, or 0 where the screen doesn't show them. */
  chunkCount: number;
  /** Number of operating system files, which are not sent. */
  ignored?: number;
}

export interface SentCounts {
  filesSent: number;
  chunksSent: number;
  currentFile: string;
}

export interface TransferRate {
  /** Time of the last sample, in milliseconds. */
  readonly at: number;
  readonly bytes: number;
  /** Weighted sum of the speeds in bytes per second. With the sum of weights, the mean is unbiased from the first sample. */
  readonly weightedSpeed: number;
  readonly weight: number;
  /** Milliseconds, excluding pauses and waits. */
  readonly activeMs: number;
}

export interface Transfer {
  shipment: Shipment;
  connection: ConnectionState;
  rate: TransferRate;
  /** Bytes sent by an earlier upload. They don't count as speed. */
  bytesBefore: number;
  sent: SentCounts;
}

export interface UploadNotice {
  kind: "error" | "success" | "info";
  text: string;
  map?: PublishedMap | null;
  /** As in the phase `failed`. */
  mayFinish?: boolean;
}

/** The states of an upload. `failed` and `cancelled` become `idle` after a delay. `interrupted` waits for the user. */
export type Phase<Kind extends UploadKind = MapUpload> =
  | { status: "idle" }
  /** `total` is null while unknown. `isDescribing`: the list is read, and now its map data. */
  | { status: "reading"; name: string | null; byteCount: number; read: number; total: number | null; isDescribing: boolean }
  | { status: "unconfirmed"; selection: Kind["selection"] }
  | { status: "selected"; selection: Kind["selection"] }
  | { status: "comparing"; selection: Kind["selection"]; target: Kind["target"]; done: number; total: number }
  | { status: "compared"; selection: Kind["selection"]; target: Kind["target"]; comparison: Kind["comparison"] }
  | { status: "preparing"; target: Kind["target"] }
  | { status: "uploading"; target: Kind["target"]; transfer: Transfer }
  | { status: "finalizing"; target: Kind["target"]; shipment: Shipment; connection: ConnectionState }
  | { status: "extracting"; target: Kind["target"]; progress: ExtractionProgress | null }
  | { status: "complete"; target: Kind["target"]; progress: ExtractionProgress | null; map: PublishedMap | null; transfer: Transfer | null }
  | { status: "cancelled"; target: Kind["target"]; mayArrive: boolean }
  /** `mayFinish`: the server is still working, so the outcome is unknown. */
  | { status: "failed"; target: Kind["target"]; during: "uploading" | "extracting"; mayFinish: boolean }
  /** `unreadable`: files of a folder that were changed, moved or deleted. */
  | {
      status: "interrupted";
      message: string;
      canRetry: boolean;
      isSignedOut: boolean;
      transfer: Transfer | null;
      unreadable?: readonly string[];
    };

export interface UploadState<Kind extends UploadKind = MapUpload> {
  phase: Phase<Kind>;
  notice: UploadNotice | null;
  /** Stays after a failed upload, so that the user can retry. */
  selection: Kind["selection"] | null;
  method: UploadMethod;
  /** Otherwise the method follows the size of the file. */
  isMethodChosen: boolean;
}

export const idleUpload: UploadState<never> = {
  phase: { status: "idle" },
  notice: null,
  selection: null,
  method: "tus",
  isMethodChosen: false,
};

type Status = Phase["status"];

export function isUnderWay(status: Status): boolean {
  return status === "preparing" || isSending(status) || status === "extracting";
}

export function isSending(status: Status): boolean {
  return status === "uploading" || status === "finalizing";
}

export function publishedMap(phase: Phase): PublishedMap | null {
  if (phase.status === "complete") return phase.map;
  if (phase.status !== "extracting" || !phase.progress?.viewable) return null;
  return toPublishedMap(phase.target, phase.progress);
}

/** A map that is online, and the text that says so. */
export interface Published {
  text: string;
  map: PublishedMap;
}

/** Returns the map that a notice says is online, or null. */
export function publishedIn(notice: UploadNotice | null): Published | null {
  return notice?.kind === "success" && notice.map ? { text: notice.text, map: notice.map } : null;
}
