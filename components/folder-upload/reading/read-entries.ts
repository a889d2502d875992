import { pathIn, visitFolders } from "@/lib/publish/reading/visit-folders";
import type { FolderFile } from "../folder-file";
import { openAll, type Reading, UnreadableEntryError } from "./reading";

interface Folder {
  path: string;
  entry: FileSystemDirectoryEntry;
}

/**
 * Reads files and whole folders that were dropped, in browsers without handles for them.
 * @throws UnreadableEntryError; the reason of the signal when that ends first
 */
export async function readEntries(entries: readonly FileSystemEntry[], reading: Reading): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const { alone, folders } = partition(entries, "");
  await openAll(alone, "", openEntry, files, reading);
  await visitFolders(folders, async ({ path, entry }) => {
    const found = partition(await listFolder({ path, entry }, reading.signal), path);
    await openAll(found.alone, path, openEntry, files, reading);
    return found.folders;
  });
  return files;
}

/** A reader answers with 100 entries at most, and has to be asked until it has none left. */
async function listFolder({ path, entry }: Folder, signal: AbortSignal): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  while (true) {
    signal.throwIfAborted();
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, () => reject(new UnreadableEntryError(path)));
    });
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

function partition(entries: readonly FileSystemEntry[], path: string): { alone: FileSystemFileEntry[]; folders: Folder[] } {
  const alone: FileSystemFileEntry[] = [];
  const folders: Folder[] = [];
  for (const entry of entries) {
    // What it says of itself tells the class; the types leave that open.
    if (entry.isFile) alone.push(entry as FileSystemFileEntry);
    else folders.push({ path: pathIn(path, entry.name), entry: entry as FileSystemDirectoryEntry });
  }
  return { alone, folders };
}

function openEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
