import type { ExtractionProgress } from "@/lib/imports/schema";
import type { ConnectionState } from "@/lib/publish/send/connection-state";
import type { PublishedMap } from "@/lib/publish/target";
import { continueRate, sampleRate, startRate } from "../progress/transfer-rate";
import { type UploadMethod, uploadMethods } from "../source/zip/upload-method";
import {
  isUnderWay,
  type Phase,
  type SentCounts,
  type Shipment,
  type Transfer,
  type UploadKind,
  type UploadNotice,
  type UploadState,
} from "./upload-state";

/** Bytes. Larger folders need a confirmation. */
export const CONFIRM_ABOVE_BYTES = 10_737_418_240;

/** What the user can do after a failure. */
export type Recovery = "none" | "selection" | "choose-again" | "retry" | "dismiss";

/** `at` is a monotonic time in milliseconds. */
export type UploadEvent<Kind extends UploadKind> =
  | { type: "methodChosen"; method: UploadMethod }
  | { type: "chosen"; name: string | null; byteCount?: number }
  | { type: "read"; read: number; total: number | null }
  | { type: "selected"; selection: Kind["selection"] }
  | { type: "confirmed" }
  | { type: "refused"; message: string }
  | { type: "comparing"; target: Kind["target"] }
  | { type: "compareProgressed"; done: number; total: number }
  | { type: "compared"; comparison: Kind["comparison"] }
  | { type: "prepared"; target: Kind["target"] }
  | { type: "uploadStarted"; target: Kind["target"]; shipment: Shipment; connection: ConnectionState; at: number; before?: UploadProgress }
  | { type: "connectionChanged"; connection: ConnectionState; at: number }
  | { type: "progressed"; progress: UploadProgress; at: number }
  | { type: "finalizing" }
  | { type: "extractionStarted"; target: Kind["target"] }
  | { type: "extractionProgressed"; progress: ExtractionProgress }
  | { type: "completed"; notice: UploadNotice; map: PublishedMap | null }
  | { type: "failed"; message: string; recovery: Recovery; isSignedOut?: boolean; mayFinish?: boolean }
  | { type: "noticed"; notice: UploadNotice }
  | { type: "cancelled" }
  | { type: "reset" }
  | { type: "noticeDismissed" };

export interface UploadProgress extends Partial<SentCounts> {
  bytes: number;
  bytesBefore?: number;
}

/** Returns the state after an event. Ignores events that are late for the phase. */
export function uploadReducer<Kind extends UploadKind>(state: UploadState<Kind>, event: UploadEvent<Kind>): UploadState<Kind> {
  switch (event.type) {
    case "noticed":
      return { ...state, notice: event.notice };
    case "noticeDismissed":
      return { ...state, notice: null };
    case "failed":
      return fail(state, event);
    case "cancelled":
      return cancel(state);
    case "completed":
      return complete(state, event.notice, event.map);
    case "connectionChanged":
      return changeConnection(state, event.connection, event.at);
    case "read":
    case "selected":
    case "confirmed":
    case "comparing":
    case "compareProgressed":
    case "compared":
      return reduceSelection(state, event);
    case "progressed":
    case "finalizing":
    case "extractionStarted":
    case "extractionProgressed":
      return reduceTransfer(state, event);
    default:
      return start(state, event);
  }
}

type StartingEvent = "methodChosen" | "chosen" | "refused" | "prepared" | "uploadStarted" | "reset";

function start<Kind extends UploadKind>(state: UploadState<Kind>, event: Event<Kind, StartingEvent>): UploadState<Kind> {
  const { status } = state.phase;
  if (isUnderWay(status) && !(status === "preparing" && event.type === "uploadStarted")) return state;
  switch (event.type) {
    case "methodChosen":
      return chooseMethod(state, event.method);
    case "chosen": {
      const { name, byteCount = 0 } = event;
      return { ...state, phase: { status: "reading", name, byteCount, read: 0, total: null }, notice: null };
    }
    case "refused":
      return refuse(state, event.message);
    case "prepared":
      return { ...state, phase: { status: "preparing", target: event.target }, notice: null };
    case "uploadStarted":
      return { ...state, phase: { status: "uploading", target: event.target, transfer: startTransfer(state.phase, event) }, notice: null };
    case "reset":
      return { ...state, phase: { status: "idle" } };
  }
}

type SelectionEvent = "read" | "selected" | "confirmed" | "comparing" | "compareProgressed" | "compared";

function reduceSelection<Kind extends UploadKind>(state: UploadState<Kind>, event: Event<Kind, SelectionEvent>): UploadState<Kind> {
  const { phase } = state;
  if (event.type === "read" && phase.status === "reading") return { ...state, phase: { ...phase, read: event.read, total: event.total } };
  if (event.type === "selected" && phase.status === "reading") return select(state, event.selection);
  if (event.type === "confirmed" && phase.status === "unconfirmed") return { ...state, phase: { ...phase, status: "selected" } };
  if (event.type === "comparing" && phase.status === "selected") {
    const { selection } = phase;
    return { ...state, phase: { status: "comparing", selection, target: event.target, done: 0, total: 0 }, notice: null };
  }
  if (phase.status !== "comparing") return state;
  if (event.type === "compareProgressed") return { ...state, phase: { ...phase, done: event.done, total: event.total } };
  if (event.type !== "compared") return state;
  const { selection, target } = phase;
  return { ...state, phase: { status: "compared", selection, target, comparison: event.comparison } };
}

type TransferEvent = "progressed" | "finalizing" | "extractionStarted" | "extractionProgressed";

function reduceTransfer<Kind extends UploadKind>(state: UploadState<Kind>, event: Event<Kind, TransferEvent>): UploadState<Kind> {
  const { phase } = state;
  if (event.type === "extractionStarted") {
    if (phase.status === "extracting") return state;
    return { ...state, phase: { status: "extracting", target: event.target, progress: null }, notice: null };
  }
  if (event.type === "extractionProgressed") {
    return phase.status === "extracting" ? { ...state, phase: { ...phase, progress: event.progress } } : state;
  }
  if (phase.status !== "uploading") return state;
  const { transfer, target } = phase;
  if (event.type === "finalizing") {
    return { ...state, phase: { status: "finalizing", target, shipment: transfer.shipment, connection: "sending" } };
  }
  // Requests that were running at the pause still report.
  if (transfer.connection === "paused") return state;
  return { ...state, phase: { ...phase, transfer: countProgress(transfer, event.progress, event.at) } };
}

type Event<Kind extends UploadKind, Type extends UploadEvent<Kind>["type"]> = Extract<UploadEvent<Kind>, { type: Type }>;

function chooseMethod<Kind extends UploadKind>(state: UploadState<Kind>, method: UploadMethod): UploadState<Kind> {
  const { phase } = state;
  const { maxBytes, tooLargeMessage } = uploadMethods[method];
  let byteCount = 0;
  if (phase.status === "reading") byteCount = phase.byteCount;
  else if (phase.status === "selected") byteCount = phase.selection.byteCount;
  // The method may have a lower limit.
  if (byteCount > maxBytes) return { ...state, notice: { kind: "error", text: tooLargeMessage } };
  return { ...state, method, notice: null };
}

function select<Kind extends UploadKind>(state: UploadState<Kind>, selection: Kind["selection"]): UploadState<Kind> {
  const wasConfirmed = (state.selection?.byteCount ?? 0) > CONFIRM_ABOVE_BYTES;
  const needsConfirmation = selection.source === "folder" && selection.byteCount > CONFIRM_ABOVE_BYTES && !wasConfirmed;
  return { ...state, phase: { status: needsConfirmation ? "unconfirmed" : "selected", selection }, selection };
}

function refuse<Kind extends UploadKind>(state: UploadState<Kind>, message: string): UploadState<Kind> {
  return { ...state, phase: { status: "idle" }, notice: { kind: "error", text: message }, selection: null };
}

function rest<Kind extends UploadKind>(state: UploadState<Kind>): UploadState<Kind> {
  const { selection } = state;
  return { ...state, phase: selection ? { status: "selected", selection } : { status: "idle" } };
}

function startTransfer(phase: Phase<UploadKind>, { shipment, connection, at, before }: Event<UploadKind, "uploadStarted">): Transfer {
  const { bytes = 0, filesSent = 0, chunksSent = 0 } = before ?? {};
  const earlier = phase.status === "interrupted" ? phase.transfer?.rate : undefined;
  const rate = earlier ? continueRate(earlier, at, bytes) : startRate(at, bytes);
  return { shipment, connection, rate, bytesBefore: 0, sent: { filesSent, chunksSent, currentFile: "" } };
}

function isActive(connection: ConnectionState): boolean {
  return connection === "sending" || connection === "answering";
}

function changeConnection<Kind extends UploadKind>(state: UploadState<Kind>, connection: ConnectionState, at: number): UploadState<Kind> {
  const { phase } = state;
  if (phase.status === "finalizing") return { ...state, phase: { ...phase, connection } };
  if (phase.status !== "uploading" || phase.transfer.connection === connection) return state;
  const { transfer } = phase;
  const isBreak = !(isActive(connection) && isActive(transfer.connection));
  const rate = isBreak ? continueRate(transfer.rate, at, transfer.rate.bytes) : transfer.rate;
  return { ...state, phase: { ...phase, transfer: { ...transfer, connection, rate } } };
}

function countProgress(transfer: Transfer, { bytes, bytesBefore = 0, ...counts }: UploadProgress, at: number): Transfer {
  const known = { ...transfer.rate, bytes: transfer.rate.bytes + bytesBefore - transfer.bytesBefore };
  const rate = isActive(transfer.connection) ? sampleRate(known, at, bytes) : continueRate(known, at, bytes);
  return { ...transfer, rate, bytesBefore, sent: { ...transfer.sent, ...counts } };
}

function complete<Kind extends UploadKind>(state: UploadState<Kind>, notice: UploadNotice, map: PublishedMap | null): UploadState<Kind> {
  const { phase } = state;
  if (phase.status !== "uploading" && phase.status !== "finalizing" && phase.status !== "extracting") return state;
  const progress = phase.status === "extracting" ? phase.progress : null;
  const transfer = phase.status === "uploading" ? toFinished(phase.transfer) : null;
  return { ...state, phase: { status: "complete", target: phase.target, progress, map, transfer }, notice, selection: null };
}

/** Sets the final numbers. A fast upload may end before the first measurement. */
function toFinished(transfer: Transfer): Transfer {
  const { fileCount, byteCount } = transfer.shipment;
  return { ...transfer, sent: { ...transfer.sent, filesSent: fileCount }, rate: { ...transfer.rate, bytes: byteCount } };
}

function fail<Kind extends UploadKind>(
  state: UploadState<Kind>,
  { message, recovery, isSignedOut = false, mayFinish = false }: Event<Kind, "failed">,
): UploadState<Kind> {
  const { phase } = state;
  const notice: UploadNotice = { kind: "error", text: message };
  switch (recovery) {
    case "selection":
      return { ...rest(state), notice };
    case "choose-again":
      return refuse(state, message);
    case "retry":
    case "dismiss": {
      if (phase.status === "idle" || phase.status === "cancelled") return state;
      const transfer = phase.status === "uploading" ? phase.transfer : null;
      return { ...state, phase: { status: "interrupted", message, canRetry: recovery === "retry", isSignedOut, transfer }, notice };
    }
    case "none": {
      if (phase.status !== "uploading" && phase.status !== "extracting") return { ...state, notice };
      return { ...state, phase: { status: "failed", target: phase.target, during: phase.status, mayFinish }, notice, selection: null };
    }
  }
}

function cancel<Kind extends UploadKind>(state: UploadState<Kind>): UploadState<Kind> {
  const { phase, method } = state;
  if (phase.status !== "uploading" && phase.status !== "preparing") {
    return { ...state, phase: { status: "idle" }, notice: null, selection: null };
  }
  // A request can't be cancelled after every byte was sent.
  const mayArrive = method === "direct" && phase.status === "uploading" && phase.transfer.rate.bytes >= phase.transfer.shipment.byteCount;
  const text = mayArrive ? "Upload cancelled. Everything had been sent by then, so the map may still go online." : "Upload cancelled";
  return { ...state, phase: { status: "cancelled", target: phase.target, mayArrive }, notice: { kind: "info", text }, selection: null };
}
