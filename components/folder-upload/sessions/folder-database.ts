import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { UploadTarget } from "@/components/transfer/transfer-state";

/** The upload of a folder that was begun and not finished: what it takes to go on with it later. */
export interface FolderSession {
  id: string;
  accountId: string;
  target: UploadTarget;
  /** Of the chosen folder; null for files, or for several things. */
  folderName: string | null;
  fileCount: number;
  byteCount: number;
  /** Uploads that it takes. */
  packCount: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  handle: FileSystemDirectoryHandle | null;
  /** True from the moment the server was asked to make the map: it may have taken everything already. */
  isHandedOver: boolean;
}

/** Files that travel in one upload, by what tells whether they are still the same. */
export interface StoredPack {
  sessionId: string;
  packId: string;
  size: number;
  /** Paths in the map. */
  paths: string[];
  sizes: number[];
  times: number[];
}

/** How far a pack is. It changes often, and its paths never. */
export interface PackProgress {
  sessionId: string;
  packId: string;
  /** Bytes. */
  size: number;
  /** Address of its upload on the server. */
  uploadUrl: string;
  isDone: boolean;
}

interface FolderSchema extends DBSchema {
  sessions: { key: string; value: FolderSession };
  packs: { key: [string, string]; value: StoredPack };
  progress: { key: [string, string]; value: PackProgress };
}

export type FolderDatabase = IDBPDatabase<FolderSchema>;

let opening: Promise<FolderDatabase> | null = null;

/** The browser's own database, the same for the page and its workers. @throws DOMException where none may be kept */
export function openFolderDatabase(): Promise<FolderDatabase> {
  opening ??= openDB<FolderSchema>("sea-vision-folders", 1, {
    upgrade(database) {
      database.createObjectStore("sessions", { keyPath: "id" });
      database.createObjectStore("packs", { keyPath: ["sessionId", "packId"] });
      database.createObjectStore("progress", { keyPath: ["sessionId", "packId"] });
    },
  });
  return opening;
}

/** All keys of one session in the stores that are kept by session and pack. */
export function keysOfSession(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []]);
}
