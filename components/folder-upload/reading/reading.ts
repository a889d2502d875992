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

/** Path of something in a folder; "" is above every folder. */
export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Folders that are listed at a time: in a pyramid of tiles, many have a few files each. */
const FOLDERS_AT_A_TIME = 8;

/**
 * Works off folders, several at a time, and those that turn up meanwhile.
 * @param visit lists one folder and returns the folders in it
 */
export async function visitFolders<Folder>(first: readonly Folder[], visit: (folder: Folder) => Promise<Folder[]>): Promise<void> {
  const queue = [...first];
  const idle: (() => void)[] = [];
  let busy = 0;
  const visitor = async () => {
    while (true) {
      const folder = queue.pop();
      if (folder !== undefined) {
        busy += 1;
        queue.push(...(await visit(folder)));
        busy -= 1;
        for (const wake of idle.splice(0)) wake();
      } else if (busy === 0) return;
      else await new Promise<void>((resolve) => idle.push(resolve));
    }
  };
  await Promise.all(Array.from({ length: FOLDERS_AT_A_TIME }, visitor));
}
