import type { LocalFile } from "@/lib/upload-client/send/byte-source";

/**
 * A file that is opened for each use. A browser keeps several kilobytes for each open File or handle, which is too much for 100,000.
 * In a message to a worker it becomes {@link FileFacts}.
 */
export class FileInFolder implements LocalFile {
  constructor(
    readonly folder: FileSystemDirectoryHandle,
    /** As on disk. Paths are in NFC. */
    readonly name: string,
    readonly size: number,
    readonly lastModified: number,
  ) {}

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await openFile(this)).arrayBuffer();
  }

  slice(start: number, end: number): Pick<LocalFile, "arrayBuffer"> {
    return { arrayBuffer: async () => (await openFile(this)).slice(start, end).arrayBuffer() };
  }
}

export type FileFacts = Pick<FileInFolder, "folder" | "name" | "size" | "lastModified">;

export type ChosenFile = File | FileInFolder;

/** Restores a file that came in a message. */
export function toChosenFile(file: File | FileFacts): ChosenFile {
  return file instanceof File ? file : new FileInFolder(file.folder, file.name, file.size, file.lastModified);
}

/** @throws Error when the file is unreadable or has changed since it was chosen */
export async function openFile(file: File | FileFacts): Promise<File> {
  if (file instanceof File) return file;
  const opened = await (await file.folder.getFileHandle(file.name)).getFile();
  if (opened.size !== file.size || opened.lastModified !== file.lastModified)
    throw new Error(`${file.name} was changed after it was chosen`);
  return opened;
}
