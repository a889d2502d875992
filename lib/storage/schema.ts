export interface Findings {
  count: number;
  examples: string[];
}

export interface StorageInspection {
  /** Bytes that a row or file refers to are missing. */
  missing: Findings;
  /** Bytes without a row, and leftovers older than a day. */
  orphaned: Findings;
  /** Different sizes, files beyond the end of their blob, wrong totals of trees. */
  mismatched: Findings;
  underWay: {
    uploads: number;
    imports: number;
    writes: number;
    unneeded: number;
  };
  compared: { blobs: number; blobBytes: number; objects: number; trees: number; files: number };
}

export function isSound({ missing, orphaned, mismatched }: StorageInspection): boolean {
  return missing.count + orphaned.count + mismatched.count === 0;
}
