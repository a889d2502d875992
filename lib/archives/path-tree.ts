export const ROOT_FOLDER = 0;

/** A folder that a path added. Folders are numbered from 1 in the order in which they were added, parents first. */
export interface NewFolder {
  number: number;
  parent: number;
  name: string;
}

export interface TakenName {
  folder: number;
  name: string;
}

const noFolders: readonly NewFolder[] = [];
const keyOf = (folder: number, name: string) => `${folder}/${name}`;

/** A folder tree that is built path by path. It keeps the folders, and the files only when it checks for duplicates. */
export class PathTree {
  private readonly folders = new Map<string, number>();
  private files: Set<string> | null;

  /** @param finders `check`: this tree finds duplicate paths and keeps every path in memory; `database`: a unique index finds them */
  constructor(finders: { ofDuplicates: "check" | "database" } = { ofDuplicates: "check" }) {
    this.files = finders.ofDuplicates === "check" ? new Set() : null;
  }

  get folderCount(): number {
    return this.folders.size;
  }

  /** Frees the memory of the files. From here on, only a unique index in the database finds duplicates of files. */
  forgetFiles(): void {
    this.files = null;
  }

  /** Enters a folder and adds the missing ones. Returns `taken` when a name on the way belongs to a file. */
  enterFolder(components: readonly string[]): { folder: number; newFolders: readonly NewFolder[] } | { taken: TakenName } {
    let folder = ROOT_FOLDER;
    let newFolders: NewFolder[] | undefined;
    for (const name of components) {
      const key = keyOf(folder, name);
      let next = this.folders.get(key);
      if (next === undefined) {
        next = this.folders.size + 1;
        this.folders.set(key, next);
        if (this.files?.has(key)) return { taken: { folder, name } };
        newFolders ??= [];
        newFolders.push({ number: next, parent: folder, name });
      }
      folder = next;
    }
    return { folder, newFolders: newFolders ?? noFolders };
  }

  findFolder(components: readonly string[]): number | null {
    let folder = ROOT_FOLDER;
    for (const name of components) {
      const next = this.folders.get(keyOf(folder, name));
      if (next === undefined) return null;
      folder = next;
    }
    return folder;
  }

  /** Adds a file. Returns false when the name is in use, as far as this tree checks that. */
  addFile(folder: number, name: string): boolean {
    const key = keyOf(folder, name);
    if (this.files?.has(key) || this.folders.has(key)) return false;
    this.files?.add(key);
    return true;
  }

  /** Returns true for a file that was added. Returns false when this tree does not check for duplicates. */
  hasFile(components: readonly string[]): boolean {
    const folder = this.findFolder(components.slice(0, -1));
    return folder !== null && (this.files?.has(keyOf(folder, components.at(-1) ?? "")) ?? false);
  }

  hasFolder(folder: number, name: string): boolean {
    return this.folders.has(keyOf(folder, name));
  }

  /** Returns the path of a folder. Slow, as it searches all folders: only for messages. */
  pathOf(folder: number): string[] {
    for (const [key, number] of this.folders) {
      const slash = key.indexOf("/");
      if (number === folder) return [...this.pathOf(Number(key.slice(0, slash))), key.slice(slash + 1)];
    }
    return [];
  }
}
