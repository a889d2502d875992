/** The worker asks for what only the page has, a piece at a time, so that neither side holds the other up; then it tells. */
export type WorkerMessage =
  /** For the paths and sizes of the next files. */
  | { kind: "list-wanted"; from: number }
  /** For the files themselves. */
  | { kind: "files-wanted"; batch: number; indexes: number[] }
  | { kind: "progress"; hashedBytes: number; bytesToHash: number }
  /** Some of what was found. */
  | ({ kind: "added" | "changed" } & ComparedFiles)
  | { kind: "removed"; paths: string[] }
  /** All was told. */
  | { kind: "compared"; version: string | null; sameCount: number }
  /** With a message for the person. */
  | { kind: "failed"; message: string };

/** Files of the folder, by index and by the path that they have in the map. */
export interface ComparedFiles {
  indexes: number[];
  paths: string[];
}

export type PageMessage =
  | { kind: "begin"; origin: string; projectId: string; fileCount: number }
  | { kind: "list"; paths: string[]; sizes: number[] }
  | { kind: "files"; batch: number; files: File[] };

/** Names in one message: taking more in would hold the page up. */
export const NAMES_PER_MESSAGE = 10_000;
