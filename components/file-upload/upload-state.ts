import type { TransferRate } from "@/components/publish/progress/transfer-rate";
import type { Choice } from "@/components/publish/source/folder/choose";

/** Files and folders that were chosen or dropped, and are still to be read. */
export type UploadChoice = Choice;

/** Whether a folder is among what was chosen. */
export type UploadKind = "files" | "folder";

/** A file on its way into a folder of a map. */
export interface UploadFile {
  /** From that folder down, with slashes, in NFC. */
  path: string;
  file: File;
}

/** Which of the files cannot simply be put there. Paths are relative to the target folder. */
export interface Conflicts {
  /** Files that are there already. */
  existing: string[];
  /** Something else is in the way: they cannot be put there at all. */
  blocked: string[];
}

/** What a person wants done with the files that are there already. */
export type ConflictAnswer = "replace" | "skip";

/** How the line stands while files are sent: bytes flow, every byte has left, or the network or the server is away for the moment. */
export type UploadLink = "sending" | "answering" | "offline" | "unreachable";

/** Files on their way. */
export interface Sending {
  fileCount: number;
  /** Bytes of all files. */
  totalBytes: number;
  filesSent: number;
  rate: TransferRate;
  link: UploadLink;
  /** Beginning with 1. */
  chunk: number;
  chunkCount: number;
}

/** Where an upload goes, and what it is. */
interface Target {
  /** Folder of the map; "" is the top. */
  targetPath: string;
  kind: UploadKind;
}

/** An upload into a folder, from the choice to its end. */
export type UploadState =
  | { phase: "idle" }
  | (Target & { phase: "reading"; filesRead: number })
  /** The server is asked which of the files are there already. */
  | (Target & { phase: "checking"; fileCount: number })
  | (Target & { phase: "asking"; fileCount: number; conflicts: Conflicts })
  | (Target & { phase: "sending"; sending: Sending })
  /** `sending` tells how far it came; null when no byte has left. */
  | (Target & { phase: "failed"; message: string; canRetry: boolean; isSignedOut: boolean; sending: Sending | null })
  | (Target & { phase: "done"; message: string; sending: Sending; leftOut: number })
  | (Target & { phase: "cancelled" });

export const idleUpload: UploadState = { phase: "idle" };

/** The panel hides so long after the end. Milliseconds (spec 001 §9). */
const HIDE_MS = 2_000;

/** @returns milliseconds until the panel goes by itself; null for as long as there is something to do, or to read */
export function hideDelay({ phase }: UploadState): number | null {
  return phase === "done" || phase === "cancelled" ? HIDE_MS : null;
}

/** From the choice until the end, so that no other upload can begin. */
export function isUnderWay({ phase }: UploadState): boolean {
  return phase === "reading" || phase === "checking" || phase === "asking" || phase === "sending";
}
