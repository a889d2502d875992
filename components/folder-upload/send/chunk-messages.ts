/** Some bytes of a file. */
export interface FilePart {
  file: File;
  from: number;
  to: number;
}

export interface ChunkRequest {
  id: number;
  parts: FilePart[];
}

/** The bytes of the parts end to end, or which part could not be read. */
export type ChunkAnswer = { id: number; chunk: Blob } | { id: number; unreadable: number };
