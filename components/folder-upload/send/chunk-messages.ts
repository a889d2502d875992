import type { FilePart } from "@/lib/publish/send/pack-source";

export interface ChunkRequest {
  id: number;
  parts: FilePart<File>[];
}

/** The bytes of the parts end to end, or which part could not be read. */
export type ChunkAnswer = { id: number; chunk: Blob } | { id: number; unreadable: number };
