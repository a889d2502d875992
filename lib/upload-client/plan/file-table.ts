import { isRefusal, parseEntryPath } from "../../archives/entry-path";
import { isIgnoredFile, withoutFolderIcon } from "../../archives/ignored-files";
import { archiveLimits } from "../../archives/limits";
import { quoteName } from "../../archives/refusals";
import { INDEX_FILES } from "../../archives/wrapping-folder";
import { isArchive, PageCollection } from "../../trees/start-page/rank";
import { MAX_FOLDER_BYTES } from "../limits";

/** Sizes in bytes, times in milliseconds since 1970. */
export interface FileColumns {
  paths: string[];
  sizes: number[];
  times: number[];
}

export interface SelectionFacts {
  fileCount: number;
  byteCount: number;
  leftOut: number;
  hasIndexHtml: boolean;
  /** Pages to begin with, the likeliest first. Empty with an index at the top. */
  pages: string[];
  /** Number of the likeliest start page. Null without a page. */
  firstPage: number | null;
  /** An archive in a site without pages. It isn't unpacked. */
  innerArchive: string | null;
  /** Inner folder that contains every file. Its content becomes the map. */
  wrappingFolder: string | null;
}

export interface Addition {
  duplicateCount: number;
  firstDuplicate: string | null;
}

/** An error with a message for the user. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

const unfitName = (name: string) => `${quoteName(name)} has a name that no file of a map can have`;

/** The chosen files by number. Paths are in NFC. Ignored files and duplicates are null, so that numbers match the page's files. */
export class FileTable {
  readonly paths: (string | null)[] = [];
  readonly sizes: number[] = [];
  readonly times: number[] = [];
  private readonly numbers = new Map<string, number>();
  private byteCount = 0;
  private leftOut = 0;
  private knownRoot: string | null = null;

  /** @throws SelectionError for invalid paths and above the limits */
  add({ paths, sizes, times }: FileColumns): Addition {
    const addition: Addition = { duplicateCount: 0, firstDuplicate: null };
    this.knownRoot = null;
    for (const [place, name] of paths.entries()) {
      const path = this.accept(name, addition);
      const size = sizes[place] ?? 0;
      if (path !== null) {
        this.numbers.set(path, this.paths.length);
        this.byteCount += size;
      }
      this.paths.push(path);
      this.sizes.push(size);
      this.times.push(times[place] ?? 0);
    }
    if (this.numbers.size > archiveLimits.entries)
      throw new SelectionError(`a map can have at most ${archiveLimits.entries.toLocaleString("en-US")} files`);
    if (this.byteCount > MAX_FOLDER_BYTES) throw new SelectionError("the folder is too large. Maximum size is 100GB");
    return addition;
  }

  /** @throws SelectionError when a path is both a file and a folder */
  facts(): SelectionFacts {
    const conflict = findFolderConflict(this.numbers);
    if (conflict !== null) throw new SelectionError(`${quoteName(conflict)} is both a file and a folder`);
    const root = this.root();
    this.checkTops(root);
    const wrapping = root.split("/").at(-2) ?? null;
    const index = INDEX_FILES.find((name) => this.numbers.has(`${root}${name}`));
    const pages = index === undefined ? this.findPages(root) : [];
    const [firstPage = index] = pages;
    return {
      fileCount: this.numbers.size,
      byteCount: this.byteCount,
      leftOut: this.leftOut,
      hasIndexHtml: index !== undefined,
      pages,
      firstPage: (firstPage === undefined ? undefined : this.find(firstPage)) ?? null,
      innerArchive: firstPage === undefined ? (Array.from(this.numbers.keys()).find(isArchive)?.slice(root.length) ?? null) : null,
      wrappingFolder: root.indexOf("/") < root.length - 1 ? wrapping : null,
    };
  }

  /** Returns the prefix above the root of the map, such as `site/`. */
  root(): string {
    if (this.knownRoot === null) {
      const [first = ""] = this.numbers.keys();
      this.knownRoot = first.slice(0, findRoot(this.numbers, INDEX_FILES));
    }
    return this.knownRoot;
  }

  private findPages(root: string): string[] {
    const collection = new PageCollection();
    for (const path of this.numbers.keys()) collection.add(path.slice(root.length));
    return collection.sorted();
  }

  placeOf(number: number): string {
    const root = this.root();
    return this.paths[number]?.slice(root.length) ?? "";
  }

  find(place: string): number | undefined {
    return this.numbers.get(this.root() + place);
  }

  inOrder(): number[] {
    const pathOf = (number: number) => this.paths[number] ?? "";
    return Array.from(this.numbers.values()).sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  }

  /** Rejects drive names, which are invalid only at the top of a map. @throws SelectionError */
  private checkTops(root: string): void {
    const tops = new Set<string>();
    for (const path of this.numbers.keys()) {
      const slash = path.indexOf("/", root.length);
      tops.add(path.slice(root.length, slash < 0 ? undefined : slash));
    }
    for (const top of tops) if (isRefusal(parseEntryPath(top))) throw new SelectionError(unfitName(top));
  }

  private accept(name: string, addition: Addition): string | null {
    const parsed = parseEntryPath(withoutFolderIcon(name));
    if (isRefusal(parsed) || parsed.isFolder) throw new SelectionError(unfitName(name));
    if (isIgnoredFile(parsed.components)) {
      this.leftOut += 1;
      return null;
    }
    const path = parsed.components.join("/");
    if (!this.numbers.has(path)) return path;
    addition.duplicateCount += 1;
    addition.firstDuplicate ??= path;
    return null;
  }
}

interface Paths {
  keys(): Iterable<string>;
  has(path: string): boolean;
}

/** Returns the length of the common folder after `from`, including its slash, or 0. */
function sharedFolder(paths: Paths, from: number): number {
  let shared: string | null = null;
  for (const path of paths.keys()) {
    const slash = path.indexOf("/", from);
    if (slash < 0) return 0;
    shared ??= path.slice(from, slash + 1);
    if (!path.startsWith(shared, from)) return 0;
  }
  return shared?.length ?? 0;
}

/** Finds the root of the map: the chosen folder or a folder that wraps the site, like the server. @returns the length of the prefix above the root */
function findRoot(paths: Paths, indexFiles: readonly string[]): number {
  const chosen = sharedFolder(paths, 0);
  const wrapping = sharedFolder(paths, chosen);
  if (chosen === 0 || wrapping === 0) return chosen;
  const [first = ""] = paths.keys();
  const inside = chosen + wrapping;
  return indexFiles.some((name) => paths.has(first.slice(0, inside) + name)) ? inside : chosen;
}

/** Returns a path that is both a file and a folder, or null. */
function findFolderConflict(paths: Paths): string | null {
  const seen = new Set<string>();
  for (const path of paths.keys()) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (seen.has(folder)) break;
      if (paths.has(folder)) return folder;
      seen.add(folder);
    }
  }
  return null;
}

/** Returns the path in the map of an accepted file. Some systems allow backslashes in names; maps don't. */
export function placeOf(path: string, root: string): string {
  return path.replaceAll("\\", "/").slice(root.length);
}
