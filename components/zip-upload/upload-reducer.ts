import { continueRate, sampleRate, startRate } from "@/components/publish/progress/transfer-rate";
import { type UploadWay, uploadWays } from "@/components/publish/source/zip/upload-method";
import type { ZipAnalysis } from "@/components/publish/source/zip/zip-analysis";
import { type FileFacts, publishedMap, type UploadNotice } from "@/components/transfer/transfer-state";
import type { ExtractionProgress } from "@/lib/imports/schema";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { UploadTarget } from "@/lib/publish/target";
import { isUnderWay, type Phase, type UploadingPhase, type ZipUpload } from "./upload-state";

/** `at` is a clock in milliseconds that only goes forward; the reducer has none of its own. */
interface Events {
  wayChosen: { way: UploadWay };
  chosen: { file: FileFacts };
  directoryRead: { entriesRead: number; entriesTotal: number };
  analysed: { analysis: ZipAnalysis };
  /** The file cannot be uploaded at all. */
  refused: { message: string };
  uploadStarted: { way: UploadWay; file: FileFacts; target: UploadTarget; at: number };
  linkChanged: { link: UploadLink; at: number };
  /** Bytes that the server has or that are on their way. */
  bytesSent: { bytes: number; at: number };
  extractionStarted: { target: UploadTarget };
  extractionProgressed: { progress: ExtractionProgress };
  failed: { message: string };
  /** Something did not work and changes nothing else. */
  noticed: { notice: UploadNotice };
  cancelled: object;
  reset: object;
  noticeDismissed: object;
}

type EventType = keyof Events;
type EventOf<Type extends EventType> = { type: Type } & Events[Type];
export type ZipUploadEvent = { [Type in EventType]: EventOf<Type> }[EventType];

type Handlers = { [Type in EventType]: (upload: ZipUpload, event: EventOf<Type>) => Partial<ZipUpload> };

const handlers: Handlers = {
  wayChosen(upload, { way }) {
    const { phase } = upload;
    if (isUnderWay(phase)) return upload;
    const { maxBytes, tooLargeMessage } = uploadWays[way];
    // What was chosen for one way may be too large for the other.
    const isTooLarge = "file" in phase && phase.file.size > maxBytes;
    return isTooLarge ? { notice: { kind: "error", text: tooLargeMessage } } : { way, notice: null };
  },

  chosen: (upload, { file }) =>
    isUnderWay(upload.phase) ? upload : { phase: { status: "validating", file, entriesRead: 0, entriesTotal: 0 }, notice: null },

  directoryRead({ phase, notice }, { entriesRead, entriesTotal }) {
    return { notice, phase: phase.status === "validating" ? { ...phase, entriesRead, entriesTotal } : phase };
  },

  analysed({ phase, notice }, { analysis }) {
    return { notice, phase: phase.status === "validating" ? { status: "validated", file: phase.file, analysis } : phase };
  },

  refused: (upload, { message }) =>
    isUnderWay(upload.phase) ? upload : { phase: { status: "idle" }, notice: { kind: "error", text: message } },

  uploadStarted(upload, { way, file, target, at }) {
    if (isUnderWay(upload.phase)) return upload;
    return { way, phase: { status: "uploading", file, target, link: "connecting", rate: startRate(at, 0) }, notice: null };
  },

  linkChanged(upload, { link, at }) {
    const { phase, notice } = upload;
    if (phase.status !== "uploading" || phase.link === link) return upload;
    return { notice, phase: { ...phase, link, rate: continueRate(phase.rate, at, phase.rate.bytes) } };
  },

  bytesSent(upload, event) {
    const { phase, notice } = upload;
    // What was on its way when the person paused still reports.
    if (phase.status !== "uploading" || phase.link === "paused") return upload;
    return { notice, phase: countBytes(phase, event) };
  },

  extractionStarted: (upload, { target }) =>
    upload.phase.status === "extracting" ? upload : { phase: { status: "extracting", target, progress: null }, notice: null },

  extractionProgressed(upload, { progress }) {
    const { phase, notice } = upload;
    if (phase.status !== "extracting") return upload;
    const { target } = phase;
    if (progress.status !== "complete") return { notice, phase: { ...phase, progress } };
    const complete: Phase = { status: "complete", target, progress };
    return { phase: complete, notice: { kind: "success", text: `${target.projectName} is online.`, map: publishedMap(complete) } };
  },

  failed(upload, { message }) {
    const { phase } = upload;
    const isOver = phase.status === "uploading" || phase.status === "extracting";
    const after: Phase = isOver ? { status: "failed", target: phase.target, during: phase.status } : phase;
    return { phase: after, notice: { kind: "error", text: message } };
  },

  noticed: ({ phase }, { notice }) => ({ phase, notice }),

  cancelled({ way, phase }) {
    if (phase.status !== "uploading") return { phase: { status: "idle" }, notice: null };
    // A request whose every byte has left cannot be called back.
    const mayArrive = way === "direct" && phase.rate.bytes >= phase.file.size;
    const text = mayArrive ? "Upload cancelled. Everything had been sent by then, so the map may still go online." : "Upload cancelled";
    return { phase: { status: "cancelled", target: phase.target, mayArrive }, notice: { kind: "info", text } };
  },

  reset: (upload) => (isUnderWay(upload.phase) ? upload : { ...upload, phase: { status: "idle" } }),

  noticeDismissed: ({ phase }) => ({ phase, notice: null }),
};

/** The first bytes after a break count from where the server stands, so that what it already had is not taken for speed. */
function countBytes(phase: UploadingPhase, { bytes, at }: Events["bytesSent"]): UploadingPhase {
  const rate = phase.link === "sending" ? sampleRate(phase.rate, at, bytes) : continueRate(phase.rate, at, bytes);
  return { ...phase, link: "sending", rate };
}

/**
 * The ZIP upload of spec 001 §4, either way: idle → validating → validated → uploading → extracting → complete → idle, with
 * failure and cancellation back to idle. An event that does not belong to the present phase is a late one and changes nothing.
 */
export function zipUploadReducer(upload: ZipUpload, event: ZipUploadEvent): ZipUpload {
  // The table has the handler of this very type; TypeScript cannot follow that through the lookup.
  const handler = handlers[event.type] as (upload: ZipUpload, event: ZipUploadEvent) => Partial<ZipUpload>;
  const change = handler(upload, event);
  return change === upload ? upload : { ...upload, ...change };
}
