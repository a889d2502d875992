import type { ComparisonMessage } from "@/lib/publish/compare/compare-messages";

/** The worker asks for what only the page has, a piece at a time, so that neither side holds the other up; then it tells. */
export type WorkerMessage =
  /** For the paths and sizes of the next files. */
  | { kind: "list-wanted"; from: number }
  /** For the files themselves. */
  | { kind: "files-wanted"; batch: number; indexes: number[] }
  | ComparisonMessage
  /** With a message for the person. */
  | { kind: "failed"; message: string };

export type PageMessage =
  | { kind: "begin"; origin: string; projectId: string; fileCount: number }
  | { kind: "list"; paths: string[]; sizes: number[] }
  | { kind: "files"; batch: number; files: File[] };
