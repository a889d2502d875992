/** Number of the root folder in a {@link PathTree}. */
export const ROOT_FOLDER = 0;

/** A folder that a path brought with it. Numbers count up from 1 in the order of appearance, parents first. */
export interface NewFolder {
  number: number;
  parent: number;
  name: string;
}

/** A name in a folder, which is there already as something else. */
export interface TakenName {
  folder: number;
  name: string;
}

const noFolders: readonly NewFolder[] = [];
const keyOf = (folder: number, name: string) => `${folder}/${name}`;

/** The folders, and where somebody has to notice when a file is there twice also the files, of a tree that comes path by path. */
export class PathTree {
  private readonly folders = new Map<string, number>();
  private readonly files: Set<string> | null;

  /**
   * @param finders who notices when a path is there twice: this tree, which then keeps every path in memory,
   * or the database that the entries go to, by its unique index
   */
  constructor(finders: { ofDuplicates: "check" | "database" } = { ofDuplicates: "check" }) {
    this.files = finders.ofDuplicates === "check" ? new Set() : null;
  }

  /** Folders without the root. */
  get folderCount(): number {
    return this.folders.size;
  }

  /** Walks down to a folder and makes what is missing on the way. @returns which name on the way is a file's, if one is */
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

  /** @returns the number of a folder, or null when it is not there */
  findFolder(components: readonly string[]): number | null {
    let folder = ROOT_FOLDER;
    for (const name of components) {
      const next = this.folders.get(keyOf(folder, name));
      if (next === undefined) return null;
      folder = next;
    }
    return folder;
  }

  /** @returns false when there is something of that name already, as far as this tree has to notice */
  addFile(folder: number, name: string): boolean {
    const key = keyOf(folder, name);
    if (this.files?.has(key) || this.folders.has(key)) return false;
    this.files?.add(key);
    return true;
  }

  /** True for a file that was added. Only of a tree that notices duplicates. */
  hasFile(components: readonly string[]): boolean {
    const folder = this.findFolder(components.slice(0, -1));
    return folder !== null && (this.files?.has(keyOf(folder, components.at(-1) ?? "")) ?? false);
  }

  /** True for a folder. */
  hasFolder(folder: number, name: string): boolean {
    return this.folders.has(keyOf(folder, name));
  }

  /** Names down to a folder. Looks through all folders: for messages alone. */
  pathOf(folder: number): string[] {
    for (const [key, number] of this.folders) {
      const slash = key.indexOf("/");
      if (number === folder) return [...this.pathOf(Number(key.slice(0, slash))), key.slice(slash + 1)];
    }
    return [];
  }
}
