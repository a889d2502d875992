import type { PoolClient } from "pg";
import type { DirectoryEntry } from "../../archives/directory";
import { METHOD_DEFLATED } from "../../archives/entry-kind";
import type { EntryVerdict, NewFolder } from "../../archives/rules";
import type { BlobKey } from "../../blobs/store";
import { pool } from "../../db";
import {
  findDuplicateEntry,
  insertFolders,
  insertZipFiles,
  type NewFile,
  type NewFolder as NewFolderRow,
  reserveEntryIds,
} from "../../trees/mutations";

/** Rows of one statement: more bring no more speed, and what is in memory for longer costs more of it. */
const BATCH_ROWS = 1_000;
const RESERVED_IDS = 1_000;
/** PostgreSQL works on two batches while the next one is read. */
const LANES = 2;

/** Outside of these, a time is a slip of the tool that wrote it. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

interface Lane {
  client: PoolClient;
  done: Promise<void>;
}

export interface WriterTarget {
  treeId: number;
  rootId: number;
  blobKey: BlobKey;
}

/** Writes the entries of an archive into a tree while the directory is still being read. */
export class TreeWriter {
  private readonly lanes: Lane[] = [];
  /** Ids by the folder's number in the directory check. */
  private readonly folderIds: number[];
  private reserved: number[] = [];
  private folders: NewFolderRow[] = [];
  private files: NewFile[] = [];
  private readonly startedAt = new Date();

  private constructor(private readonly target: WriterTarget) {
    this.folderIds = [target.rootId];
  }

  static async open(target: WriterTarget): Promise<TreeWriter> {
    const writer = new TreeWriter(target);
    try {
      while (writer.lanes.length < LANES) {
        const client = await pool().connect();
        // Nobody sees these rows until a later commit that does wait, and the log is written in order.
        writer.lanes.push({ client, done: client.query("SET synchronous_commit = off").then(() => undefined) });
      }
      return writer;
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** Id of a folder by its number. */
  idOf(folder: number): number {
    const id = this.folderIds[folder];
    if (id === undefined) throw new RangeError(`Folder ${folder} has not been added.`);
    return id;
  }

  /** @returns folder number and name of the entry that was there already, when that is what a write failed for */
  findDuplicate(error: unknown): { folder: number; name: string } | null {
    const duplicate = findDuplicateEntry(error);
    return duplicate && { folder: this.folderIds.indexOf(duplicate.parentId), name: duplicate.name };
  }

  /** Takes an accepted entry. Waits only when both lanes are busy. */
  async add(entry: DirectoryEntry, verdict: Extract<EntryVerdict, { kind: "file" | "folder" }>): Promise<void> {
    const modifiedAt = this.plausible(entry.modifiedAt);
    for (const folder of verdict.newFolders) await this.addFolder(folder, modifiedAt);
    if (verdict.kind === "file") {
      const { name, folder } = verdict;
      const { size, offset, storedSize, crc32 } = entry;
      // Some writers declare deflate for an empty file and write nothing, which no inflater takes.
      const method = entry.method === METHOD_DEFLATED && storedSize > 0 ? "deflated" : "stored";
      this.files.push({ parentId: this.idOf(folder), name, size, modifiedAt, offset, storedSize, method, crc32 });
    }
    if (this.files.length + this.folders.length >= BATCH_ROWS) await this.flush();
  }

  /** Waits until every row is written. */
  async finish(): Promise<void> {
    await this.flush();
    await Promise.all(this.lanes.map((lane) => lane.done));
  }

  /** Gives the connections back; without {@link finish} before, what is not yet written is not written any more. */
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

  private async addFolder({ number, parent, name }: NewFolder, modifiedAt: Date): Promise<void> {
    if (this.reserved.length === 0) this.reserved = await reserveEntryIds(pool(), RESERVED_IDS);
    const id = this.reserved.pop() ?? 0;
    this.folderIds[number] = id;
    this.folders.push({ id, parentId: this.idOf(parent), name, modifiedAt });
  }

  private async flush(): Promise<void> {
    const lane = this.lanes.shift();
    if (!lane) throw new Error("The writer is closed.");
    this.lanes.push(lane);
    await lane.done;
    const { folders, files } = this;
    const { treeId, blobKey } = this.target;
    this.folders = [];
    this.files = [];
    lane.done = insertFolders(lane.client, treeId, folders).then(() => insertZipFiles(lane.client, treeId, blobKey, files));
    // Whoever waits for the lane sees the error; until then it must not count as unhandled.
    lane.done.catch(() => undefined);
  }

  private plausible(date: Date): Date {
    const time = date.getTime();
    return time >= EARLIEST && time < LATEST ? date : this.startedAt;
  }
}
