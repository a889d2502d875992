import { type EntryFacts, isDeflated64, LOCAL_HEADER_BYTES, refuseByKind } from "./entry-kind";
import { type EntryPath, isRefusal, parseEntryPath } from "./entry-path";
import { isIgnoredFile, withoutFolderIcon } from "./ignored-files";
import { archiveLimits } from "./limits";
import { NumberTable } from "./number-table";
import { type NewFolder, PathTree, type TakenName } from "./path-tree";
import { quoteName, type Refusal, refuse } from "./refusals";
import { INDEX_FILES, watchWrappingFolder } from "./wrapping-folder";

type Overlap = readonly [first: number, second: number];

/** The byte ranges of all entries, which must not overlap. Most archives list their entries front to back, so sorting is rare. */
export class Extents {
  private readonly ranges = new NumberTable(["start", "end"]);
  private isSorted = true;
  private furthest = 0;

  get end(): number {
    return this.furthest;
  }

  /** Adds a range. Returns the previous entry when the two overlap, else null; {@link find} finds the other overlaps. */
  add(start: number, end: number): number | null {
    const previous = this.ranges.length - 1;
    this.ranges.add({ start, end });
    this.furthest = Math.max(this.furthest, end);
    if (previous < 0) return null;
    const previousStart = this.ranges.get(previous, "start");
    if (start < previousStart) this.isSorted = false;
    return start < this.ranges.get(previous, "end") && end > previousStart ? previous : null;
  }

  find(): Overlap | null {
    // Each range was compared with the one before it, which is enough when they are sorted.
    if (this.isSorted) return null;
    const { ranges } = this;
    const order = ranges.sortedBy("start");
    for (let index = 1; index < order.length; index += 1) {
      const before = order[index - 1] ?? 0;
      const after = order[index] ?? 0;
      if (ranges.get(after, "start") < ranges.get(before, "end")) return before < after ? [before, after] : [after, before];
    }
    return null;
  }
}

export type EntryVerdict =
  | { kind: "refused"; refusal: Refusal }
  | { kind: "ignored" }
  | { kind: "folder"; newFolders: readonly NewFolder[] }
  | { kind: "file"; newFolders: readonly NewFolder[]; folder: number; name: string };

export interface ArchiveSummary {
  files: number;
  size: number;
  storedSize: number;
  /** Top-level folder that is stripped because it contains the whole site, or null. Its number is always 1. */
  wrappingFolder: string | null;
  /** True when the site has an index at its root, after a wrapping folder is stripped. */
  hasIndexHtml: boolean;
  hasDeflated64: boolean;
}

export type ArchiveVerdict = { kind: "refused"; refusal: Refusal } | { kind: "accepted"; summary: ArchiveSummary };

const refused = (refusal: Refusal) => ({ kind: "refused", refusal }) as const;
const byNumber = (index: number) => `entry ${(index + 1).toLocaleString("en-US")}`;

/** Checks the directory of a ZIP without reading any file. Browser and server share it, so both refuse the same archives. */
export class DirectoryCheck {
  private readonly extents = new Extents();
  private readonly wrapping = watchWrappingFolder();
  private readonly tree: PathTree;
  private entries = 0;
  private files = 0;
  private pathBytes = 0;
  private size = 0;
  private storedSize = 0;
  private hasRootIndex = false;
  private hasDeflated64 = false;
  private lastName = "";

  /** @param finders `check`: this check finds duplicate paths and keeps every path in memory; `database`: a unique index finds them */
  constructor(
    private readonly archiveSize: number,
    finders: { ofDuplicates: "check" | "database" } = { ofDuplicates: "check" },
    private readonly mostEntries: number = archiveLimits.entries,
  ) {
    this.tree = new PathTree(finders);
  }

  /** Checks the next entry of the directory. Don't call it again after a refusal. */
  add(entry: EntryFacts): EntryVerdict {
    const { name } = entry;
    if (name === null) return refused(refuse(entry.isNameUndeclared ? "nameNotInEncoding" : "undecodableName", byNumber(this.entries)));
    this.entries += 1;
    const path = parseEntryPath(withoutFolderIcon(name));
    if (isRefusal(path)) return refused(path);
    this.pathBytes += path.bytes;
    const refusal = this.refuseByPlace(entry, name) ?? this.refuseByCount();
    if (refusal) return refused(refusal);
    if (isIgnoredFile(path.components)) return { kind: "ignored" };
    const wrong = refuseByKind(entry, name, path.isFolder);
    if (wrong) return refused(wrong);
    return path.isFolder ? this.addFolder(path) : this.addFile(path, entry);
  }

  /** Checks the directory as a whole, after the last entry. @param dataEnd first byte of the directory, which no entry may reach */
  finish(dataEnd = this.archiveSize): ArchiveVerdict {
    if (this.extents.end > dataEnd) return refused(refuse("directoryDamaged", "an entry reaches into it"));
    const overlap = this.extents.find();
    if (overlap) return refused(refuse("overlap", byNumber(overlap[0]), byNumber(overlap[1])));
    if (this.files === 0) return refused(refuse("empty"));
    const wrappingFolder = this.wrapping.find();
    const hasIndexHtml = this.hasRootIndex || wrappingFolder !== null;
    const { files, size, storedSize, hasDeflated64 } = this;
    return { kind: "accepted", summary: { files, size, storedSize, wrappingFolder, hasIndexHtml, hasDeflated64 } };
  }

  refuseTwice({ folder, name }: TakenName): Refusal {
    const path = [...this.tree.pathOf(folder), name].join("/");
    return refuse(this.tree.hasFolder(folder, name) ? "fileAndFolder" : "duplicate", path);
  }

  private refuseByPlace(entry: EntryFacts, name: string): Refusal | null {
    // The local header may have an extra field too, which only reading it shows.
    const end = entry.offset + LOCAL_HEADER_BYTES + entry.nameBytes + entry.storedSize;
    if (end > this.archiveSize) return refuse("outside", name);
    const neighbour = this.extents.add(entry.offset, end);
    const before = this.lastName;
    this.lastName = name;
    return neighbour === null ? null : refuse("overlap", quoteName(before), quoteName(name));
  }

  private refuseByCount(): Refusal | null {
    if (this.entries + this.tree.folderCount > this.mostEntries) return refuse("tooManyEntries", this.mostEntries);
    if (this.tree.folderCount > archiveLimits.folders) return refuse("tooManyFolders");
    return this.pathBytes > archiveLimits.allPathsBytes ? refuse("pathsTooLong") : null;
  }

  private addFolder(path: EntryPath): EntryVerdict {
    // A folder may be listed twice: programs that append to an archive do that.
    const outcome = this.tree.enterFolder(path.components);
    if ("taken" in outcome) return refused(this.refuseTwice(outcome.taken));
    this.wrapping.add(path.components, true);
    return { kind: "folder", newFolders: outcome.newFolders };
  }

  private addFile({ components }: EntryPath, entry: EntryFacts): EntryVerdict {
    const outcome = this.tree.enterFolder(components.slice(0, -1));
    if ("taken" in outcome) return refused(this.refuseTwice(outcome.taken));
    const name = components.at(-1) ?? "";
    if (!this.tree.addFile(outcome.folder, name)) return refused(this.refuseTwice({ folder: outcome.folder, name }));
    this.files += 1;
    this.size += entry.size;
    this.storedSize += entry.storedSize;
    this.hasDeflated64 ||= isDeflated64(entry);
    if (this.size > archiveLimits.totalSize) return refused(refuse("totalTooLarge"));
    if (this.size > archiveLimits.ratioCountsFrom && this.size > this.archiveSize * archiveLimits.ratio) {
      return refused(refuse("ratio", this.size, this.archiveSize));
    }
    this.wrapping.add(components, false);
    if (components.length === 1 && INDEX_FILES.includes(name)) this.hasRootIndex = true;
    return { kind: "file", newFolders: outcome.newFolders, folder: outcome.folder, name };
  }
}
