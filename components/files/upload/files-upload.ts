import type { UploadKind } from "@/components/publish/controller/upload-state";
import type { Conflicts } from "./find-conflicts";

export interface FolderTarget {
  path: string;
  kind: "files" | "folder";
}

export interface FilesUpload extends UploadKind {
  target: FolderTarget;
  selection: { source: "files"; fileCount: number; byteCount: number };
  comparison: Conflicts;
}

export type ConflictAnswer = "replace" | "skip";
