import { type EntryFacts, LOCAL_HEADER_BYTES, refuseByKind } from "./entry-kind";
import { type EntryPath, isRefusal, parseEntryPath } from "./entry-path";
import { Extents } from "./extents";
import { isLeftOut } from "./left-out";
import { archiveLimits } from "./limits";
import { type NewFolder, PathTree, type TakenName } from "./path-tree";
import { quoteName, type Refusal, refuse } from "./refusals";
import { watchWrappingFolder } from "./wrapping-folder";

export type EntryVerdict =
  | { kind: "refused"; refusal: Refusal }
  | { kind: "left-out" }
  | { kind: "folder"; newFolders: readonly NewFolder[] }
  | { kind: "file"; newFolders: readonly NewFolder[]; folder: number; name: string };

/** What is published of an archive. */
export interface ArchiveSummary {
  files: number;
  /** Bytes of all files inflated. */
  size: number;
  /** Bytes of all files as they stand in the archive. */
  storedSize: number;
  /** Top-level folder that is stripped because the whole site lies in it; its number is always 1. */
  wrappingFolder: string | null;
  /** True when the site has an index.html at its root, once a wrapping folder is stripped. */
  hasIndexHtml: boolean;
}

export type ArchiveVerdict = { kind: "refused"; refusal: Refusal } | { kind: "accepted"; summary: ArchiveSummary };

const refused = (refusal: Refusal) => ({ kind: "refused", refusal }) as const;
const byNumber = (index: number) => `entry ${(index + 1).toLocaleString("en-US")}`;

/**
 * Checks the directory of a ZIP, one entry at a time, by what it declares alone: no byte of any file is read.
 * Browser and server ask the same one, so what the one refuses the other does too.
 */
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
  private lastName = "";

  /**
   * @param archiveSize bytes of the whole archive
   * @param finders who notices when a path is there twice: this check, which then keeps every path in memory,
   * or the database that the entries go to, by its unique index
   */
  constructor(
    private readonly archiveSize: number,
    finders: { ofDuplicates: "check" | "database" } = { ofDuplicates: "check" },
  ) {
    this.tree = new PathTree(finders);
  }

  /** Checks the next entry of the directory. After a refusal the archive is refused, and this check is of no further use. */
  add(entry: EntryFacts): EntryVerdict {
    const { name } = entry;
    if (name === null) return refused(refuse("undecodableName", byNumber(this.entries)));
    this.entries += 1;
    const path = parseEntryPath(name);
    if (isRefusal(path)) return refused(path);
    this.pathBytes += path.bytes;
    const refusal = this.refuseByPlace(entry, name) ?? this.refuseByCount();
    if (refusal) return refused(refusal);
    if (isLeftOut(path.components)) return { kind: "left-out" };
    const wrong = refuseByKind(entry, name, path.isFolder);
    if (wrong) return refused(wrong);
    return path.isFolder ? this.addFolder(path) : this.addFile(path, entry);
  }

  /**
   * Checks what only the whole directory can tell.
   * @param dataEnd where the directory begins, when known: no entry reaches into it.
   */
  finish(dataEnd = this.archiveSize): ArchiveVerdict {
    if (this.extents.end > dataEnd) return refused(refuse("directoryDamaged", "an entry reaches into it"));
    const overlap = this.extents.find();
    if (overlap) return refused(refuse("overlap", byNumber(overlap[0]), byNumber(overlap[1])));
    if (this.files === 0) return refused(refuse("empty"));
    const wrappingFolder = this.wrapping.find();
    const hasIndexHtml = this.hasRootIndex || wrappingFolder !== null;
    const { files, size, storedSize } = this;
    return { kind: "accepted", summary: { files, size, storedSize, wrappingFolder, hasIndexHtml } };
  }

  /** Why an archive is refused in which this file or folder is there already. */
  refuseTwice({ folder, name }: TakenName): Refusal {
    const path = [...this.tree.pathOf(folder), name].join("/");
    return refuse(this.tree.hasFolder(folder, name) ? "fileAndFolder" : "duplicate", path);
  }

  private refuseByPlace(entry: EntryFacts, name: string): Refusal | null {
    // The local header repeats the name; its extra field may be longer than told here, which only reading it shows.
    const end = entry.offset + LOCAL_HEADER_BYTES + entry.nameBytes + entry.storedSize;
    if (end > this.archiveSize) return refuse("outside", name);
    const neighbour = this.extents.add(entry.offset, end);
    const before = this.lastName;
    this.lastName = name;
    return neighbour === null ? null : refuse("overlap", quoteName(before), quoteName(name));
  }

  private refuseByCount(): Refusal | null {
    if (this.entries + this.tree.folderCount > archiveLimits.entries) return refuse("tooManyEntries");
    return this.pathBytes > archiveLimits.allPathsBytes ? refuse("pathsTooLong") : null;
  }

  private addFolder(path: EntryPath): EntryVerdict {
    // A folder may be listed twice: tools that append to an archive do that, and it is still one folder.
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
    if (this.size > archiveLimits.totalSize) return refused(refuse("totalTooLarge"));
    if (this.size > archiveLimits.ratioCountsFrom && this.size > this.archiveSize * archiveLimits.ratio) {
      return refused(refuse("ratio", this.size, this.archiveSize));
    }
    this.wrapping.add(components, false);
    if (components.length === 1 && name === "index.html") this.hasRootIndex = true;
    return { kind: "file", newFolders: outcome.newFolders, folder: outcome.folder, name };
  }
}
