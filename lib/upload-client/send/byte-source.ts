/** A Blob in browsers, or a Uint8Array with a size in Node.js. */
export type Chunk = Blob | (Uint8Array<ArrayBuffer> & { readonly size: number });

export interface ByteSource {
  readonly size: number;
  /** Returns bytes from `start` on, possibly fewer than requested. Reads only when a request sends them. */
  slice(start: number, end: number): Chunk | Promise<Chunk>;
  /** Returns false when a file was changed, moved or deleted. Sending it fails like a lost network. */
  isReadable(): Promise<boolean>;
}

export function fileSource(file: File): ByteSource {
  return { size: file.size, slice: (start, end) => file.slice(start, end), isReadable: () => isReadable(file) };
}

export async function isReadable(file: LocalFile): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

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
