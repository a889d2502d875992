/** Files as columns: cheap to hand to a worker, a million of them fit in memory. */
export interface FileColumns {
  paths: string[];
  /** Bytes. */
  sizes: number[];
  /** Milliseconds since 1970. */
  times: number[];
}
