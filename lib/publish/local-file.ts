interface UnreadBytes {
  /** @throws when the file can't be read, or has changed since it was chosen */
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface LocalFile extends UnreadBytes {
  readonly size: number;
  slice(start: number, end: number): UnreadBytes;
}

export interface FolderFile<Content extends LocalFile> {
  /** Relative to the chosen folder, with slashes. */
  path: string;
  file: Content;
}
