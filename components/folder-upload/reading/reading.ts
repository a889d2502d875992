import { pathIn } from "@/lib/publish/reading/visit-folders";
import type { FolderFile } from "../folder-file";

/** A file that the browser could not open. */
export class UnreadableEntryError extends Error {
  override readonly name = "UnreadableEntryError";
  constructor(readonly path: string) {
    super(`${path} cannot be read`);
  }
}

/** A reading of folders that is under way. */
export interface Reading {
  /** Called whenever some more files have been read. */
  onProgress: (filesRead: number) => void;
  signal: AbortSignal;
}

/** So many requests wait for the browser at a time: with fewer it has pauses, with more it is no faster. */
const REQUESTS_AT_A_TIME = 256;

/**
 * Gathers files, many at a time, with their paths in NFC.
 * @param open gives the file of an entry
 * @throws UnreadableEntryError; the reason of the signal when that ends first
 */
export async function openAll<Entry extends { name: string }>(
  entries: readonly Entry[],
  folder: string,
  open: (entry: Entry) => Promise<File>,
  files: FolderFile[],
  { onProgress, signal }: Reading,
): Promise<void> {
  for (let from = 0; from < entries.length; from += REQUESTS_AT_A_TIME) {
    signal.throwIfAborted();
    const batch = entries.slice(from, from + REQUESTS_AT_A_TIME);
    const opened = await Promise.all(
      batch.map(async (entry) => {
        const path = pathIn(folder, entry.name).normalize("NFC");
        const file = await open(entry).catch(() => {
          throw new UnreadableEntryError(path);
        });
        return { path, file };
      }),
    );
    for (const one of opened) files.push(one);
    onProgress(files.length);
  }
}
