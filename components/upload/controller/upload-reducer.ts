import type { ExtractionProgress } from "@/lib/imports/progress/schema";
import type { PublishedMap } from "@/lib/upload-client/published-map";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";
import { continueRate, sampleRate, startRate } from "../progress/transfer-stats";
import { type UploadMethod, uploadMethods } from "../source/zip/upload-method";
import {
  type DescribedData,
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
  | { type: "methodSuggested"; method: UploadMethod }
  | { type: "chosen"; name: string | null; byteCount?: number }
  | { type: "read"; read: number; total: number | null }
  | { type: "describing" }
  | { type: "selected"; selection: Kind["selection"] }
  | { type: "described"; data: DescribedData }
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
  | { type: "failed"; message: string; recovery: Recovery; isSignedOut?: boolean; mayFinish?: boolean; unreadable?: readonly string[] }
  | { type: "noticed"; notice: UploadNotice }
  | { type: "cancelled" }
  | { type: "reset" }
  | { type: "noticeDismissed" };

export interface UploadProgress extends Partial<SentCounts> {
  bytes: number;
  bytesBefore?: number;
}

type State = UploadState<UploadKind>;
type Event<Type extends UploadEvent<UploadKind>["type"]> = Extract<UploadEvent<UploadKind>, { type: Type }>;
type Steps = { readonly [Type in UploadEvent<UploadKind>["type"]]: (state: State, event: Event<Type>) => State };

/** Returns the state after an event. Ignores events that are late for the phase. */
export function uploadReducer<Kind extends UploadKind>(state: UploadState<Kind>, event: UploadEvent<Kind>): UploadState<Kind> {
  const step = steps[event.type] as (state: State, event: UploadEvent<Kind>) => State;
  return step(state, event) as UploadState<Kind>;
}

const noNotice = { notice: null };

const steps: Steps = {
  noticed: (state, { notice }) => ({ ...state, notice }),
  noticeDismissed: (state) => ({ ...state, notice: null }),
  methodChosen: (state, { method }) => (isUnderWay(state.phase.status) ? state : chooseMethod(state, method)),
  methodSuggested: (state, { method }) => (state.isMethodChosen ? state : { ...state, method }),
  chosen: (state, { name, byteCount = 0 }) =>
    isUnderWay(state.phase.status)
      ? state
      : { ...state, phase: { status: "reading", name, byteCount, read: 0, total: null, isDescribing: false }, ...noNotice },
  refused: (state, { message }) => (isUnderWay(state.phase.status) ? state : refuse(state, message)),
  read: (state, { read, total }) => inPhase(state, "reading", (phase) => ({ ...phase, read, total })),
  describing: (state) => inPhase(state, "reading", (phase) => ({ ...phase, total: null, isDescribing: true })),
  // Another encoding of the names in a ZIP selects it again.
  selected: (state, { selection }) => (["reading", "selected"].includes(state.phase.status) ? select(state, selection) : state),
  described: (state, { data }) => describeAgain(state, data),
  confirmed: (state) => inPhase(state, "unconfirmed", (phase) => ({ ...phase, status: "selected" })),
  comparing: (state, { target }) =>
    state.phase.status === "selected"
      ? { ...state, phase: { status: "comparing", selection: state.phase.selection, target, done: 0, total: 0 }, ...noNotice }
      : state,
  compareProgressed: (state, { done, total }) => inPhase(state, "comparing", (phase) => ({ ...phase, done, total })),
  compared: (state, { comparison }) =>
    inPhase(state, "comparing", ({ selection, target }) => ({ status: "compared", selection, target, comparison })),
  prepared: (state, { target }) =>
    isUnderWay(state.phase.status) ? state : { ...state, phase: { status: "preparing", target }, ...noNotice },
  uploadStarted: (state, event) => {
    const { status } = state.phase;
    if (isUnderWay(status) && status !== "preparing") return state;
    return { ...state, phase: { status: "uploading", target: event.target, transfer: startTransfer(state.phase, event) }, ...noNotice };
  },
  connectionChanged: (state, { connection, at }) => changeConnection(state, connection, at),
  progressed: (state, { progress, at }) =>
    // Requests that were running at the pause still report.
    inPhase(state, "uploading", (phase) =>
      phase.transfer.connection === "paused" ? phase : { ...phase, transfer: countProgress(phase.transfer, progress, at) },
    ),
  finalizing: (state) =>
    inPhase(state, "uploading", ({ target, transfer: { shipment } }) => ({
      status: "finalizing",
      target,
      shipment,
      connection: "sending",
    })),
  extractionStarted: (state, { target }) =>
    state.phase.status === "extracting" ? state : { ...state, phase: { status: "extracting", target, progress: null }, ...noNotice },
  extractionProgressed: (state, { progress }) => inPhase(state, "extracting", (phase) => ({ ...phase, progress })),
  completed: (state, { notice, map }) => complete(state, notice, map),
  failed: fail,
  cancelled: cancel,
  reset: (state) => (isUnderWay(state.phase.status) ? state : { ...state, phase: { status: "idle" } }),
};

function inPhase<Status extends Phase["status"]>(
  state: State,
  status: Status,
  next: (phase: Extract<Phase<UploadKind>, { status: Status }>) => Phase<UploadKind>,
): State {
  const { phase } = state;
  if (phase.status !== status) return state;
  return { ...state, phase: next(phase as Extract<Phase<UploadKind>, { status: Status }>) };
}

function chooseMethod(state: State, method: UploadMethod): State {
  const { phase } = state;
  const { maxBytes, tooLargeMessage } = uploadMethods[method];
  let byteCount = 0;
  if (phase.status === "reading") byteCount = phase.byteCount;
  else if (phase.status === "selected") byteCount = phase.selection.byteCount;
  // The method may have a lower limit.
  if (byteCount > maxBytes) return { ...state, notice: { kind: "error", text: tooLargeMessage } };
  return { ...state, method, isMethodChosen: true, notice: null };
}

function select(state: State, selection: UploadKind["selection"]): State {
  const wasConfirmed = (state.selection?.byteCount ?? 0) > CONFIRM_ABOVE_BYTES;
  const needsConfirmation = selection.source === "folder" && selection.byteCount > CONFIRM_ABOVE_BYTES && !wasConfirmed;
  return { ...state, phase: { status: needsConfirmation ? "unconfirmed" : "selected", selection }, selection };
}

/** Shows data files of the selection that were described again. */
function describeAgain(state: State, data: DescribedData): State {
  const { phase } = state;
  if (phase.status !== "selected") return state;
  const selection = { ...phase.selection, ...data };
  return { ...state, phase: { status: "selected", selection }, selection, notice: null };
}

function refuse(state: State, message: string): State {
  return { ...state, phase: { status: "idle" }, notice: { kind: "error", text: message }, selection: null };
}

function startTransfer(phase: Phase<UploadKind>, { shipment, connection, at, before }: Event<"uploadStarted">): Transfer {
  const { bytes = 0, filesSent = 0, chunksSent = 0 } = before ?? {};
  const earlier = phase.status === "interrupted" ? phase.transfer?.rate : undefined;
  const rate = earlier ? continueRate(earlier, at, bytes) : startRate(at, bytes);
  return { shipment, connection, rate, bytesBefore: 0, sent: { filesSent, chunksSent, currentFile: "" } };
}

function isActive(connection: ConnectionState): boolean {
  return connection === "sending" || connection === "answering";
}

function changeConnection(state: State, connection: ConnectionState, at: number): State {
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

function complete(state: State, notice: UploadNotice, map: PublishedMap | null): State {
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

function fail(state: State, { message, recovery, isSignedOut = false, mayFinish = false, unreadable = [] }: Event<"failed">): State {
  const { phase, selection } = state;
  const notice: UploadNotice = { kind: "error", text: message, ...(mayFinish && { mayFinish }) };
  switch (recovery) {
    case "selection":
      return { ...state, phase: selection ? { status: "selected", selection } : { status: "idle" }, notice };
    case "choose-again":
      return refuse(state, message);
    case "retry":
    case "dismiss": {
      if (phase.status === "idle" || phase.status === "cancelled") return state;
      const transfer = phase.status === "uploading" ? phase.transfer : null;
      return {
        ...state,
        phase: { status: "interrupted", message, canRetry: recovery === "retry", isSignedOut, transfer, unreadable },
        notice,
      };
    }
    case "none": {
      if (phase.status !== "uploading" && phase.status !== "extracting") return { ...state, notice };
      return { ...state, phase: { status: "failed", target: phase.target, during: phase.status, mayFinish }, notice, selection: null };
    }
  }
}

function cancel(state: State): State {
  const { phase, method } = state;
  if (phase.status !== "uploading" && phase.status !== "preparing") {
    return { ...state, phase: { status: "idle" }, notice: null, selection: null };
  }
  // A request can't be cancelled after every byte was sent.
  const mayArrive = method === "direct" && phase.status === "uploading" && phase.transfer.rate.bytes >= phase.transfer.shipment.byteCount;
  const text = mayArrive ? "Upload cancelled. Everything had been sent by then, so the map may still go online." : "Upload cancelled";
  return { ...state, phase: { status: "cancelled", target: phase.target, mayArrive }, notice: { kind: "info", text }, selection: null };
}
