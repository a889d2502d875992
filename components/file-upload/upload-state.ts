import type { Choice } from "@/components/folder-upload/reading/choose";
import type { TransferRate } from "@/components/transfer/transfer-rate";

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

/** An upload into a folder, from the choice to its end. */
export type UploadState =
  | { phase: "idle" }
  | { phase: "reading"; filesRead: number }
  /** The server is asked which of the files are there already. */
  | { phase: "checking"; fileCount: number }
  | { phase: "asking"; fileCount: number; conflicts: Conflicts }
  | { phase: "sending"; sending: Sending }
  /** With `sending`, it can go on with the chunk that failed. */
  | { phase: "failed"; message: string; sending: Sending | null }
  | { phase: "done"; message: string; sending: Sending }
  | { phase: "cancelled" };
