/** A file of a chosen folder. */
export interface FolderFile {
  /** From the chosen folder's own content down, with slashes: `tiles/1/0/0.png`. */
  path: string;
  file: File;
}

/** What a person chose or dropped at once. */
export interface ChosenFiles {
  /** Of the folder; null for files, or for several things. */
  folderName: string | null;
  /** Their paths begin with the name of the chosen folder. */
  files: FolderFile[];
  /** What it takes to read the same folder again without asking for it; null where the browser offers none. */
  handle: FileSystemDirectoryHandle | null;
}
