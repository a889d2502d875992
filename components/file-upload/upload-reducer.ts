import { continueRate, sampleRate, startRate } from "@/components/publish/progress/transfer-rate";
import { type Conflicts, idleUpload, type Sending, type UploadKind, type UploadLink, type UploadState } from "./upload-state";

/** `at` is a clock in milliseconds that only goes forward; the reducer has none of its own. */
interface Events {
  chosen: { targetPath: string; kind: UploadKind };
  filesRead: { filesRead: number };
  checking: { fileCount: number };
  asked: { fileCount: number; conflicts: Conflicts };
  /** Also goes on after a failure: then there are files and bytes that have arrived before. */
  sendingStarted: { fileCount: number; totalBytes: number; chunkCount: number; filesSent: number; bytesSent: number; at: number };
  chunkStarted: { chunk: number };
  progressed: { filesSent: number; bytesSent: number; at: number };
  linkChanged: { link: UploadLink; at: number };
  /** `isSignedOut`: the session has ended, so that no other try is of use before there is another one. */
  failed: { message: string; canRetry: boolean; isSignedOut: boolean };
  completed: { message: string; leftOut: number };
  cancelled: object;
  reset: object;
}

type EventType = keyof Events;
type EventOf<Type extends EventType> = { type: Type } & Events[Type];
export type FileUploadEvent = { [Type in EventType]: EventOf<Type> }[EventType];

type Handlers = { [Type in EventType]: (state: UploadState, event: EventOf<Type>) => UploadState };

/** Nothing changes the sending of an upload that has ended meanwhile. */
function whileSending(state: UploadState, change: (sending: Sending) => Sending): UploadState {
  return state.phase === "sending" ? { ...state, sending: change(state.sending) } : state;
}

function targetOf(state: Exclude<UploadState, { phase: "idle" }>): { targetPath: string; kind: UploadKind } {
  return { targetPath: state.targetPath, kind: state.kind };
}

/** The last samples may not have been taken: what was that fast is through before anything was measured. */
function throughWith(sending: Sending): Sending {
  return { ...sending, filesSent: sending.fileCount, rate: { ...sending.rate, bytes: sending.totalBytes } };
}

const handlers: Handlers = {
  chosen: (_, { targetPath, kind }) => ({ phase: "reading", targetPath, kind, filesRead: 0 }),

  filesRead: (state, { filesRead }) => (state.phase === "reading" ? { ...state, filesRead } : state),

  checking: (state, { fileCount }) => (state.phase === "idle" ? state : { ...targetOf(state), phase: "checking", fileCount }),

  asked: (state, { fileCount, conflicts }) =>
    state.phase === "checking" ? { ...targetOf(state), phase: "asking", fileCount, conflicts } : state,

  sendingStarted(state, { fileCount, totalBytes, chunkCount, filesSent, bytesSent, at }) {
    if (state.phase === "idle") return state;
    // What was measured before a failure still tells how fast bytes go.
    const before = state.phase === "failed" ? state.sending?.rate : undefined;
    const rate = before ? continueRate(before, at, bytesSent) : startRate(at, bytesSent);
    const sending: Sending = { fileCount, totalBytes, filesSent, rate, link: "sending", chunk: 1, chunkCount };
    return { ...targetOf(state), phase: "sending", sending };
  },

  chunkStarted: (state, { chunk }) => whileSending(state, (sending) => ({ ...sending, chunk })),

  progressed: (state, { filesSent, bytesSent, at }) =>
    whileSending(state, (sending) => ({ ...sending, filesSent, rate: sampleRate(sending.rate, at, bytesSent) })),

  linkChanged: (state, { link, at }) =>
    whileSending(state, (sending) => {
      if (sending.link === link) return sending;
      // Waiting is no drop in speed.
      const isBack = sending.link === "offline" || sending.link === "unreachable";
      return { ...sending, link, rate: isBack ? continueRate(sending.rate, at, sending.rate.bytes) : sending.rate };
    }),

  failed: (state, { message, canRetry, isSignedOut }) =>
    state.phase === "idle"
      ? state
      : { ...targetOf(state), phase: "failed", message, canRetry, isSignedOut, sending: state.phase === "sending" ? state.sending : null },

  completed: (state, { message, leftOut }) =>
    state.phase === "sending" ? { ...targetOf(state), phase: "done", message, leftOut, sending: throughWith(state.sending) } : state,

  cancelled: (state) => (state.phase === "idle" ? state : { ...targetOf(state), phase: "cancelled" }),

  reset: () => idleUpload,
};

/** How an upload stands after something has happened. */
export function fileUploadReducer(state: UploadState, event: FileUploadEvent): UploadState {
  const handler = handlers[event.type] as (state: UploadState, event: FileUploadEvent) => UploadState;
  return handler(state, event);
}
