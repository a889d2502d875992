interface UnreadBytes {
  /** @throws when the file is unreadable or has changed since the user chose it */
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface LocalFile extends UnreadBytes {
  readonly size: number;
  /** Changes with the content. Undefined when that isn't certain. */
  readonly state?: string | undefined;
  slice(start: number, end: number): UnreadBytes;
}

export interface FolderFile<Content extends LocalFile> {
  /** Relative to the chosen folder, with slashes. */
  path: string;
  file: Content;
}
