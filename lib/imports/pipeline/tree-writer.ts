import type { PoolClient } from "pg";
import { type NewFolder, ROOT_FOLDER, type TakenName } from "../../archives/path-tree";
import type { Slice } from "../../blobs/slice";
import { pool } from "../../db";
import {
  findDuplicateEntry,
  insertFiles,
  insertFolders,
  type NewFile,
  type NewFolder as NewFolderRow,
  reserveEntryIds,
} from "../../trees/mutations";

/** Rows per statement. More are not faster and take more memory. */
const BATCH_ROWS = 1_000;
const RESERVED_IDS = 1_000;
/** PostgreSQL works on two batches while the next one is read. */
const LANES = 2;

/** Times outside of this range are errors of the tool that wrote them. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

interface Lane {
  client: PoolClient;
  done: Promise<void>;
}

/** The rejection is handled when the lane is awaited; until then it must not count as unhandled. */
function handled(done: Promise<void>): Promise<void> {
  done.catch(() => undefined);
  return done;
}

export interface WriterTarget {
  treeId: number;
  rootId: number;
}

export interface WrittenFile {
  folder: number;
  name: string;
  modifiedAt: Date | null;
  slice: Slice;
}

/** Writes folders and files into a tree while their source is read. Folders have numbers of a PathTree. */
export class TreeWriter {
  private readonly lanes: Lane[] = [];
  private readonly folderIds: number[] = [];
  private reserved: number[] = [];
  private folders: NewFolderRow[] = [];
  private files: NewFile[] = [];
  private readonly startedAt = new Date();

  private constructor(private readonly target: WriterTarget) {
    this.folderIds[ROOT_FOLDER] = target.rootId;
  }

  static async open(target: WriterTarget): Promise<TreeWriter> {
    const writer = new TreeWriter(target);
    try {
      while (writer.lanes.length < LANES) {
        const client = await pool().connect();
        // These rows become visible by a later commit, which does wait for the log.
        writer.lanes.push({ client, done: handled(client.query("SET synchronous_commit = off").then(() => undefined)) });
      }
      return writer;
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  idOf(folder: number): number {
    const id = this.folderIds[folder];
    if (id === undefined) throw new RangeError(`Folder ${folder} has not been added.`);
    return id;
  }

  know(folder: number, id: number): void {
    this.folderIds[folder] = id;
  }

  findDuplicate(error: unknown): TakenName | null {
    const duplicate = findDuplicateEntry(error);
    return duplicate && { folder: this.folderIds.indexOf(duplicate.parentId), name: duplicate.name };
  }

  /** Adds folders, parents first. @param modifiedAt null when unknown */
  async addFolders(folders: readonly NewFolder[], modifiedAt: Date | null): Promise<void> {
    for (const { number, parent, name } of folders) {
      if (this.reserved.length === 0) this.reserved = await reserveEntryIds(pool(), RESERVED_IDS);
      const id = this.reserved.pop() ?? 0;
      this.know(number, id);
      this.folders.push({ id, parentId: this.idOf(parent), name, modifiedAt: this.plausible(modifiedAt) });
    }
    await this.flushFull();
  }

  async addFile({ folder, name, modifiedAt, slice }: WrittenFile): Promise<void> {
    this.files.push({ parentId: this.idOf(folder), name, modifiedAt: this.plausible(modifiedAt), slice });
    await this.flushFull();
  }

  async finish(): Promise<void> {
    await this.flush();
    await Promise.all(this.lanes.map((lane) => lane.done));
  }

  /** Releases the connections. Rows that are not written yet are dropped, see {@link finish}. */
  async close(): Promise<void> {
    for (const { client, done } of this.lanes.splice(0)) {
      try {
        await done;
        await client.query("RESET synchronous_commit");
        client.release();
      } catch {
        client.release(true);
      }
    }
  }

  private async flushFull(): Promise<void> {
    if (this.files.length + this.folders.length >= BATCH_ROWS) await this.flush();
  }

  private async flush(): Promise<void> {
    const lane = this.lanes.shift();
    if (!lane) throw new Error("The writer is closed.");
    this.lanes.push(lane);
    await lane.done;
    const { folders, files } = this;
    const { treeId } = this.target;
    this.folders = [];
    this.files = [];
    lane.done = handled(insertFolders(lane.client, treeId, folders).then(() => insertFiles(lane.client, treeId, files)));
  }

  private plausible(date: Date | null): Date {
    const time = date?.getTime() ?? Number.NaN;
    return date && time >= EARLIEST && time < LATEST ? date : this.startedAt;
  }
}
