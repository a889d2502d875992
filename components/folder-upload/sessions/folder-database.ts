import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { PackProgress, StoredPack } from "@/lib/publish/plan/plan-store";
import type { UploadTarget } from "@/lib/publish/target";

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
