/** Some bytes that are still to be read. */
interface UnreadBytes {
  /** @throws when they cannot be read, or are not those of the file that was chosen any more */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A file on the machine of whoever publishes: a browser's `File`, or what a program has in its place. */
export interface LocalFile extends UnreadBytes {
  /** Bytes. */
  readonly size: number;
  /** From `start` up to before `end`. */
  slice(start: number, end: number): UnreadBytes;
}

/** A file of a chosen folder. */
export interface FolderFile<Content extends LocalFile> {
  /** From the chosen folder's own content down, with slashes: `tiles/1/0/0.png`. */
  path: string;
  file: Content;
}
