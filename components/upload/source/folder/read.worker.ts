import { expose } from "comlink";
import { visitFolders } from "@/lib/upload-client/reading/visit-folders";
import { type FolderAt, type FolderFile, readFolderHandle, UnreadableEntryError } from "./reading";

type HandleAt = FolderAt<FileSystemDirectoryHandle>;

/** The files of one folder. All columns have the same length. */
export interface FolderColumns extends HandleAt {
  names: string[];
  sizes: number[];
  times: number[];
}

export interface ReadPart {
  read: FolderColumns[];
  /** Folders that the next worker reads. */
  left: HandleAt[];
}

/** Reads folders until there are this many files. @returns the path of the first unreadable file or folder instead, when there is one */
async function readPart(folders: readonly HandleAt[], most: number, onProgress: (filesRead: number) => void): Promise<ReadPart | string> {
  const part: ReadPart = { read: [], left: [] };
  const { signal } = new AbortController();
  let count = 0;
  const visit = async (at: HandleAt) => {
    if (count >= most) {
      part.left.push(at);
      return [];
    }
    const files: FolderFile[] = [];
    const below = await readFolderHandle(at, files, { onProgress: () => undefined, signal });
    count += files.length;
    onProgress(count);
    part.read.push(toColumns(at, files));
    return below;
  };
  try {
    await visitFolders(folders, visit);
    return part;
  } catch (error) {
    if (error instanceof UnreadableEntryError) return error.path;
    throw error;
  }
}

function toColumns(at: HandleAt, files: readonly FolderFile[]): FolderColumns {
  const column = <Value>(of: (file: File) => Value) => files.map(({ file }) => of(file));
  return { ...at, names: column(({ name }) => name), sizes: column(({ size }) => size), times: column((file) => file.lastModified) };
}

expose(readPart);

export type ReadPartInWorker = typeof readPart;
