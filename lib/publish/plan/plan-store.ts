/** Files that travel in one upload, by what tells whether they are still the same. */
export interface StoredPack {
  sessionId: string;
  packId: string;
  size: number;
  /** Paths in the map. */
  paths: string[];
  sizes: number[];
  times: number[];
}

/** How far a pack is. It changes often, and its paths never. */
export interface PackProgress {
  sessionId: string;
  packId: string;
  /** Bytes. */
  size: number;
  /** Address of its upload on the server. */
  uploadUrl: string;
  isDone: boolean;
}

/** What is known of an upload that was begun. */
export interface StoredPlan {
  packs: StoredPack[];
  /** By the ids of the packs. */
  progress: ReadonlyMap<string, PackProgress>;
}

/**
 * Where plans are kept, so that an upload goes on where it was. It never fails: who can keep nothing loses that, and not the upload.
 */
export interface PlanStore {
  /** @returns an empty plan for a session that is not known */
  read(sessionId: string): Promise<StoredPlan>;
  /** @param dropped forgotten, with how far they were */
  keep(sessionId: string, fresh: readonly StoredPack[], dropped: readonly StoredPack[]): Promise<void>;
}
