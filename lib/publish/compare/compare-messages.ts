/** What a comparison tells. */
export type ComparisonMessage =
  | { kind: "progress"; hashedBytes: number; bytesToHash: number }
  /** Some of what was found. */
  | ({ kind: "added" | "changed" } & ComparedFiles)
  | { kind: "removed"; paths: string[] }
  /** All was told. */
  | { kind: "compared"; version: string | null; sameCount: number };

/** Files of the folder, by index and by the path that they have in the map. */
export interface ComparedFiles {
  indexes: number[];
  paths: string[];
}

/** Names in one message: taking more in would hold the page up. */
export const NAMES_PER_MESSAGE = 10_000;
