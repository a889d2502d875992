import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface HandleSchema extends DBSchema {
  /** By the address of the unfinished upload. */
  handles: { key: string; value: FileSystemFileHandle };
}

const NAME = "sea-vision-zip-files";

let opening: Promise<IDBPDatabase<HandleSchema>> | null = null;

function open(): Promise<IDBPDatabase<HandleSchema>> {
  opening ??= openDB<HandleSchema>(NAME, 1, { upgrade: (database) => void database.createObjectStore("handles") });
  return opening;
}

/*
 * Handles of the files of unfinished uploads: they cannot be written down in local storage, where the uploads are.
 * A browser that keeps none (a private window) only costs choosing the file again.
 */

export async function keepHandle(uploadUrl: string, handle: FileSystemFileHandle): Promise<void> {
  try {
    await (await open()).put("handles", handle, uploadUrl);
  } catch {
    // See above.
  }
}

/** @returns null when none was kept */
export async function findHandle(uploadUrl: string): Promise<FileSystemFileHandle | null> {
  try {
    return (await (await open()).get("handles", uploadUrl)) ?? null;
  } catch {
    return null;
  }
}

/** Forgets the handles of all uploads but these. */
export async function forgetOtherHandles(uploadUrls: readonly string[]): Promise<void> {
  try {
    const database = await open();
    const kept = await database.getAllKeys("handles");
    await Promise.all(kept.filter((key) => !uploadUrls.includes(key)).map((key) => database.delete("handles", key)));
  } catch {
    // See above.
  }
}
