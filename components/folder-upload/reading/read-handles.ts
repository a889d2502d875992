import { pathIn, visitFolders } from "@/lib/publish/reading/visit-folders";
import type { FolderFile } from "../folder-file";
import { openAll, type Reading } from "./reading";

interface Folder {
  path: string;
  handle: FileSystemDirectoryHandle;
}

/**
 * Reads files and whole folders by their handles. Measured in Chromium: 100,000 files in a fraction of the time that
 * `webkitdirectory` takes, which holds the page up for seconds besides.
 * @throws UnreadableEntryError; the reason of the signal when that ends first
 */
export async function readHandles(handles: readonly FileSystemHandle[], reading: Reading): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const { alone, folders } = partition(handles, "");
  await openAll(alone, "", openHandle, files, reading);
  await visitFolders(folders, async ({ path, handle }) => {
    const entries: FileSystemHandle[] = [];
    for await (const entry of handle.values()) {
      reading.signal.throwIfAborted();
      entries.push(entry);
    }
    const found = partition(entries, path);
    await openAll(found.alone, path, openHandle, files, reading);
    return found.folders;
  });
  return files;
}

function partition(handles: readonly FileSystemHandle[], path: string): { alone: FileSystemFileHandle[]; folders: Folder[] } {
  const alone: FileSystemFileHandle[] = [];
  const folders: Folder[] = [];
  for (const handle of handles) {
    // The kind tells the class; the types leave that open.
    if (handle.kind === "file") alone.push(handle as FileSystemFileHandle);
    else folders.push({ path: pathIn(path, handle.name), handle: handle as FileSystemDirectoryHandle });
  }
  return { alone, folders };
}

function openHandle(handle: FileSystemFileHandle): Promise<File> {
  return handle.getFile();
}
