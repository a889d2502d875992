import { continueRate, sampleRate, startRate } from "@/components/publish/progress/transfer-rate";
import type { Comparison } from "@/components/replace-map/compare";
import type { UploadNotice } from "@/components/transfer/transfer-state";
import type { ExtractionProgress } from "@/lib/imports/schema";
import type { FleetTotals } from "@/lib/publish/send/pack-progress";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { PublishedMap, UploadTarget } from "@/lib/publish/target";
import { CONFIRM_ABOVE_BYTES } from "./folder-limits";
import {
  type FolderUploadState,
  idleUpload,
  isUnderWay,
  type Phase,
  type Selection,
  type Shipment,
  type UploadingPhase,
} from "./upload-state";

/** `at` is a clock in milliseconds that only goes forward; the reducer has none of its own. */
interface Events {
  chosen: { name: string | null };
  filesRead: { filesRead: number };
  /** Everything was read and checked. */
  checked: { selection: Selection };
  /** The person wants to upload so much. */
  confirmed: object;
  /** The selection cannot be uploaded; what was chosen before stays. */
  refused: { message: string };
  comparing: { target: UploadTarget };
  compareProgressed: { hashedBytes: number; bytesToHash: number };
  compared: { comparison: Comparison };
  prepared: { target: UploadTarget };
  uploadStarted: { target: UploadTarget; shipment: Shipment; at: number };
  linkChanged: { link: UploadLink; at: number };
  totalsChanged: { totals: FleetTotals; at: number };
  processingStarted: object;
  extractionStarted: object;
  extractionProgressed: { progress: ExtractionProgress };
  completed: { map: PublishedMap | null };
  failed: { message: string };
  /** What was chosen is no longer what is on the disk: trying it again would fail again. */
  outdated: { message: string };
  /** Something did not work and changes nothing else. */
  noticed: { notice: UploadNotice };
  cancelled: object;
  reset: object;
  noticeDismissed: object;
}

type EventType = keyof Events;
type EventOf<Type extends EventType> = { type: Type } & Events[Type];
export type FolderUploadEvent = { [Type in EventType]: EventOf<Type> }[EventType];

type Handlers = { [Type in EventType]: (upload: FolderUploadState, event: EventOf<Type>) => FolderUploadState };

const handlers: Handlers = {
  chosen: (upload, { name }) =>
    isUnderWay(upload.phase) ? upload : { ...upload, phase: { status: "reading", name, filesRead: 0 }, notice: null },

  filesRead: (upload, { filesRead }) => (upload.phase.status === "reading" ? { ...upload, phase: { ...upload.phase, filesRead } } : upload),

  checked(upload, { selection }) {
    if (upload.phase.status !== "reading") return upload;
    const wasAsked = (upload.selection?.byteCount ?? 0) > CONFIRM_ABOVE_BYTES;
    const status = selection.byteCount > CONFIRM_ABOVE_BYTES && !wasAsked ? "doubted" : "selected";
    return { ...upload, phase: { status, selection }, selection };
  },

  confirmed: (upload) =>
    upload.phase.status === "doubted" ? { ...upload, phase: { status: "selected", selection: upload.phase.selection } } : upload,

  refused: (upload, { message }) =>
    isUnderWay(upload.phase) ? upload : { ...upload, phase: restingPhase(upload), notice: { kind: "error", text: message } },

  comparing(upload, { target }) {
    if (upload.phase.status !== "selected") return upload;
    const { selection } = upload.phase;
    return { ...upload, phase: { status: "comparing", selection, target, hashedBytes: 0, bytesToHash: 0 }, notice: null };
  },

  compareProgressed: (upload, { hashedBytes, bytesToHash }) =>
    upload.phase.status === "comparing" ? { ...upload, phase: { ...upload.phase, hashedBytes, bytesToHash } } : upload,

  compared(upload, { comparison }) {
    if (upload.phase.status !== "comparing") return upload;
    const { selection, target } = upload.phase;
    return { ...upload, phase: { status: "compared", selection, target, comparison } };
  },

  prepared: (upload, { target }) =>
    isUnderWay(upload.phase) ? upload : { ...upload, phase: { status: "preparing", selection: upload.selection, target }, notice: null },

  uploadStarted(upload, { target, shipment, at }) {
    if (upload.phase.status !== "preparing") return upload;
    const progress = { filesSent: 0, chunksSent: 0, currentFile: "" };
    const rate = startRate(at, 0);
    return { ...upload, phase: { status: "uploading", target, shipment, progress, link: "connecting", rate, bytesBefore: 0 } };
  },

  linkChanged(upload, { link, at }) {
    const { phase } = upload;
    if (phase.status === "processing") return { ...upload, phase: { ...phase, link } };
    if (phase.status !== "uploading" || phase.link === link) return upload;
    return { ...upload, phase: { ...phase, link, rate: continueRate(phase.rate, at, phase.rate.bytes) } };
  },

  totalsChanged(upload, event) {
    const { phase } = upload;
    // What was on its way when the person paused still reports.
    if (phase.status !== "uploading" || phase.link === "paused") return upload;
    return { ...upload, phase: countTotals(phase, event) };
  },

  processingStarted(upload) {
    if (upload.phase.status !== "uploading") return upload;
    const { target, shipment } = upload.phase;
    return { ...upload, phase: { status: "processing", target, shipment, link: "sending" } };
  },

  extractionStarted: (upload) =>
    upload.phase.status === "processing"
      ? { ...upload, phase: { status: "extracting", target: upload.phase.target, progress: null } }
      : upload,

  extractionProgressed: (upload, { progress }) =>
    upload.phase.status === "extracting" ? { ...upload, phase: { ...upload.phase, progress } } : upload,

  completed({ phase }, { map }) {
    const target = "target" in phase ? phase.target : null;
    if (!target) return idleUpload;
    const text = target.replacesId === null ? `${target.projectName} is online.` : `The new map of ${target.projectName} is online.`;
    return { phase: { status: "complete", target, map }, notice: { kind: "success", text, map }, selection: null };
  },

  failed: (upload, { message }) => ({ ...upload, phase: restingPhase(upload), notice: { kind: "error", text: message } }),

  outdated: (_, { message }) => ({ ...idleUpload, notice: { kind: "error", text: message } }),

  noticed: (upload, { notice }) => ({ ...upload, notice }),

  cancelled({ phase }) {
    if (phase.status !== "uploading" && phase.status !== "preparing") return idleUpload;
    return { phase: { status: "cancelled", target: phase.target }, notice: { kind: "info", text: "Upload cancelled" }, selection: null };
  },

  reset: (upload) => (upload.phase.status === "cancelled" ? { ...upload, phase: { status: "idle" } } : upload),

  noticeDismissed: (upload) => ({ ...upload, notice: null }),
};

/** Where the person can try again. */
function restingPhase({ selection }: FolderUploadState): Phase {
  return selection ? { status: "selected", selection } : { status: "idle" };
}

/** What an earlier upload had sent counts for the share, and for no speed. */
function countTotals(phase: UploadingPhase, { totals, at }: Events["totalsChanged"]): UploadingPhase {
  const { bytes, bytesBefore, filesSent, chunksSent, currentFile } = totals;
  const skipped = bytesBefore - phase.bytesBefore;
  const known = { ...phase.rate, bytes: phase.rate.bytes + skipped };
  const rate = phase.link === "sending" ? sampleRate(known, at, bytes) : continueRate(known, at, bytes);
  return { ...phase, rate, bytesBefore, progress: { filesSent, chunksSent, currentFile } };
}

/**
 * The upload of a folder: idle → reading → selected → uploading → processing → complete, with a comparison before the upload
 * when it replaces a map, and back to what was selected when it fails. An event that does not belong to the present phase is
 * a late one and changes nothing.
 */
export function folderUploadReducer(upload: FolderUploadState, event: FolderUploadEvent): FolderUploadState {
  // The table has the handler of this very type; TypeScript cannot follow that through the lookup.
  const handler = handlers[event.type] as (upload: FolderUploadState, event: FolderUploadEvent) => FolderUploadState;
  return handler(upload, event);
}
