/** What a backup is written to. Until it is finished nothing stands where the backup is to stand. */
export interface BackupTarget {
  /** Where the finished backup stands. */
  readonly place: string;
  /** Folder whose disk it takes space of. */
  readonly folder: string;
  /** True when {@link reuse} would take that file over. */
  has(name: string, size: number): Promise<boolean>;
  /**
   * Takes a file over from a former backup, for a file that never changes.
   * @returns SHA-256 of it, or null when there is none of that name and size
   */
  reuse(name: string, size: number): Promise<string | null>;
  /** Writes a file. @param content exactly `size` bytes */
  add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes everything durable, and gives it its name. */
  finish(): Promise<void>;
  /** Removes what has been written. */
  discard(): Promise<void>;
}
