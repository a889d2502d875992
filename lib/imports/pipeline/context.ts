import type { BlobStore } from "../../blobs/store";
import type { ImportLease } from "./lease";

/** What every step of an import is given. */
export interface StepContext {
  lease: ImportLease;
  store: BlobStore;
  /** Aborted when the process stops or the lease is lost. */
  signal: AbortSignal;
}
