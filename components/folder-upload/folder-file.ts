import type { FolderFile as LocalFolderFile } from "@/lib/publish/local-file";

/** A file of a folder that was chosen in a browser. */
export type FolderFile = LocalFolderFile<File>;

/** What a person chose or dropped at once. */
export interface ChosenFiles {
  /** Of the folder; null for files, or for several things. */
  folderName: string | null;
  /** Their paths begin with the name of the chosen folder. */
  files: FolderFile[];
  /** What it takes to read the same folder again without asking for it; null where the browser offers none. */
  handle: FileSystemDirectoryHandle | null;
}
