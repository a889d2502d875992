import type { NewFolder, TakenName } from "../../archives/path-tree";
import type { Slice } from "../../blobs/slice";
import { db } from "../../db/client";
import { copyEntries, fileLine, findDuplicateEntry, folderLine, reserveEntryIds } from "../../trees/mutations";

/** PostgreSQL works on two batches while the next one is read. */
const BATCHES_AT_ONCE = 2;
const BATCH_ROWS = 2_000;

/** Reserved together, because each reservation takes a query. */
const IDS_AT_ONCE = 500;

/** Times outside of this range are errors of the tool that wrote them. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

interface WrittenFile {
  folder: number;
  name: string;
  modifiedAt: Date;
  slice: Slice;
}

/** Rows as lines of COPY. Buffers are outside of the heap, which the garbage collector would have to copy. */
interface Batch {
  folders: Buffer[];
  files: Buffer[];
  rows: number;
}

const emptyBatch = (): Batch => ({ folders: [], files: [], rows: 0 });

/** Writes folders and files into a tree while their source is read. Folders have numbers of a PathTree. */
export class TreeWriter {
  private readonly writing: Promise<void>[] = [];
  private folders: (NewFolder & { modifiedAt: Date })[] = [];
  private files: WrittenFile[] = [];
  private batch = emptyBatch();
  private ids: number[] = [];
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

  addFile(folder: number, name: string, modifiedAt: Date | null, slice: Slice): void {
    this.files.push({ folder, name, modifiedAt: this.plausible(modifiedAt), slice });
  }

  /** Writes what was added, while more is added. Call it every few hundred entries. @throws the error of an earlier batch */
  async flush(): Promise<void> {
    const { folders, files, treeId, batch } = this;
    this.folders = [];
    this.files = [];
    if (this.ids.length < folders.length) this.ids = await reserveEntryIds(db(), Math.max(folders.length, IDS_AT_ONCE));
    const ids = this.ids.splice(0, folders.length);
    for (const [index, { number }] of folders.entries()) this.folderIds[number] = ids[index] ?? 0;
    const folderLines = folders.map(({ number, parent, name, modifiedAt }) =>
      folderLine(treeId, { id: this.idOf(number), parentId: this.idOf(parent), name, modifiedAt }),
    );
    const fileLines = files.map(({ folder, name, modifiedAt, slice }) =>
      fileLine(treeId, { parentId: this.idOf(folder), name, modifiedAt, slice }),
    );
    batch.folders.push(Buffer.from(folderLines.join("")));
    batch.files.push(Buffer.from(fileLines.join("")));
    batch.rows += folders.length + files.length;
    if (batch.rows >= BATCH_ROWS) await this.write();
  }

  /** Waits until all that was flushed is written. */
  async finish(): Promise<void> {
    await this.write();
    await Promise.all(this.writing);
  }

  /** Waits until nothing is written any more, for whatever reason. */
  async close(): Promise<void> {
    await Promise.allSettled(this.writing);
  }

  /** Starts to write the batch. @throws the error of an earlier batch */
  private async write(): Promise<void> {
    const { folders, files } = this.batch;
    this.batch = emptyBatch();
    if (this.writing.length === BATCHES_AT_ONCE) await this.writing.shift();
    const written = copyEntries({ folders, files });
    // The error is thrown when the batch is awaited; until then it must not count as unhandled.
    written.catch(() => undefined);
    this.writing.push(written);
  }

  private plausible(date: Date | null): Date {
    const time = date?.getTime() ?? Number.NaN;
    return date && time >= EARLIEST && time < LATEST ? date : this.startedAt;
  }
}
