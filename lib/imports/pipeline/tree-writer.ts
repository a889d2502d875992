import type { NewFolder, TakenName } from "../../archives/path-tree";
import type { Slice } from "../../blobs/slice";
import { pool, withTransaction } from "../../db";
import { findDuplicateEntry, insertFiles, insertFolders, reserveEntryIds } from "../../trees/mutations";

/** PostgreSQL works on two batches while the next one is read. */
const BATCHES_AT_ONCE = 2;

/** Times outside of this range are errors of the tool that wrote them. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

interface WrittenFile {
  folder: number;
  name: string;
  modifiedAt: Date;
  slice: Slice;
}

/** Writes folders and files into a tree while their source is read. Folders have numbers of a PathTree. */
export class TreeWriter {
  private readonly writing: Promise<void>[] = [];
  private folders: (NewFolder & { modifiedAt: Date })[] = [];
  private files: WrittenFile[] = [];
  private readonly startedAt = new Date();

  /** @param folderIds of the folders that are there, by their numbers */
  constructor(
    private readonly treeId: number,
    private readonly folderIds: number[],
  ) {}

  /** Returns the id of a folder that was flushed. */
  idOf(folder: number): number {
    const id = this.folderIds[folder];
    if (id === undefined) throw new RangeError(`Folder ${folder} has not been added.`);
    return id;
  }

  findDuplicate(error: unknown): TakenName | null {
    const duplicate = findDuplicateEntry(error);
    return duplicate && { folder: this.folderIds.indexOf(duplicate.parentId), name: duplicate.name };
  }

  /** Adds folders, parents first. @param modifiedAt null when unknown */
  addFolders(folders: readonly NewFolder[], modifiedAt: Date | null): void {
    for (const folder of folders) this.folders.push({ ...folder, modifiedAt: this.plausible(modifiedAt) });
  }

  addFile({ modifiedAt, ...file }: Omit<WrittenFile, "modifiedAt"> & { modifiedAt: Date | null }): void {
    this.files.push({ ...file, modifiedAt: this.plausible(modifiedAt) });
  }

  /** Writes what was added, while more is added. Call it every few thousand entries. @throws the error of an earlier batch */
  async flush(): Promise<void> {
    const { folders, files, treeId } = this;
    this.folders = [];
    this.files = [];
    const ids = folders.length > 0 ? await reserveEntryIds(pool(), folders.length) : [];
    for (const [index, { number }] of folders.entries()) this.folderIds[number] = ids[index] ?? 0;
    if (this.writing.length === BATCHES_AT_ONCE) await this.writing.shift();
    const batch = withTransaction(async (transaction) => {
      // These rows become visible by a later commit, which does wait for the log.
      await transaction.query("SET LOCAL synchronous_commit = off");
      const folderRows = folders.map(({ number, parent, ...folder }) => ({
        ...folder,
        id: this.idOf(number),
        parentId: this.idOf(parent),
      }));
      await insertFolders(transaction, treeId, folderRows);
      const fileRows = files.map(({ folder, ...file }) => ({ ...file, parentId: this.idOf(folder) }));
      await insertFiles(transaction, treeId, fileRows);
    });
    // The error is thrown when the batch is awaited; until then it must not count as unhandled.
    batch.catch(() => undefined);
    this.writing.push(batch);
  }

  /** Waits until all that was flushed is written. */
  async finish(): Promise<void> {
    await Promise.all(this.writing);
  }

  /** Waits until nothing is written any more, for whatever reason. */
  async close(): Promise<void> {
    await Promise.allSettled(this.writing);
  }

  private plausible(date: Date | null): Date {
    const time = date?.getTime() ?? Number.NaN;
    return date && time >= EARLIEST && time < LATEST ? date : this.startedAt;
  }
}
