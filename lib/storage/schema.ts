/** What was found of one kind: how often, and the first of it in words. */
export interface Findings {
  count: number;
  /** A line each, with the key that it is about. */
  examples: string[];
}

/** What comparing database and object store has found. */
export interface StorageInspection {
  /** A row or a file refers to bytes that are not there. */
  missing: Findings;
  /** Bytes that no row knows, and what killed processes have left for longer than a day. */
  orphaned: Findings;
  /** Sizes that differ, files that reach beyond their blob, folder trees whose totals are not those of their files. */
  mismatched: Findings;
  /** What is no finding: it changes by itself. */
  underWay: {
    uploads: number;
    imports: number;
    /** Blobs of today that are being written, or wait for what will refer to them. */
    writes: number;
    /** Blobs that nothing refers to any more, and that a sweep is going to delete. */
    unneeded: number;
  };
  compared: { blobs: number; blobBytes: number; objects: number; trees: number; files: number };
}

/** True when database and object store fit together. */
export function isSound({ missing, orphaned, mismatched }: StorageInspection): boolean {
  return missing.count + orphaned.count + mismatched.count === 0;
}
