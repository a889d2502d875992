import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { NameEncoding } from "@/lib/archives/directory/name-encoding";
import type { PackProgress, StoredPack } from "@/lib/upload-client/plan/plan-store";
import type { UploadTarget } from "@/lib/upload-client/target";

interface StoredUpload {
  id: string;
  accountId: string;
  target: UploadTarget;
  fileCount: number;
  byteCount: number;
  packCount: number;
  createdAt: number;
  /** The server received the request to make the map, which may have succeeded. */
  isFinalizing: boolean;
}

export interface UnfinishedZip extends StoredUpload {
  source: "zip";
  name: string;
  lastModified: number;
  /** Encoding of names that declare none. */
  nameEncoding: NameEncoding | null;
  /** Handle that opens the file again. Null in browsers without handles. */
  handle: FileSystemFileHandle | null;
}

export interface UnfinishedFolder extends StoredUpload {
  source: "folder";
  /** Null for files or for several folders. */
  name: string | null;
  handle: FileSystemDirectoryHandle | null;
}

export type UnfinishedUpload = UnfinishedZip | UnfinishedFolder;

/** A ZIP is one upload, stored like a pack of a folder. */
export const ZIP_PACK_ID = "zip";

interface UploadSchema extends DBSchema {
  uploads: { key: string; value: UnfinishedUpload };
  packs: { key: [string, string]; value: StoredPack };
  progress: { key: [string, string]; value: PackProgress };
}

export type UploadDatabase = IDBPDatabase<UploadSchema>;

let opening: Promise<UploadDatabase> | null = null;

/** @throws DOMException when the browser blocks storage */
export function openUploadDatabase(): Promise<UploadDatabase> {
  opening ??= openDB<UploadSchema>("sea-vision-uploads", 1, {
    upgrade(database) {
      database.createObjectStore("uploads", { keyPath: "id" });
      database.createObjectStore("packs", { keyPath: ["sessionId", "packId"] });
      database.createObjectStore("progress", { keyPath: ["sessionId", "packId"] });
    },
  });
  return opening;
}

export function keysOfUpload(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}
