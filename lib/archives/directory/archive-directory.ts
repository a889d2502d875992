import { type Refusal, refuse } from "../refusals";
import { countBeyond, type DirectoryPlace, faultAt, findDirectory, type ReadAt } from "./end-record";
import type { NameEncoding } from "./name-encoding";
import { type DirectoryEntry, readRecord } from "./record";

/** Few enough that the garbage collector frees them early, and memory stays flat. */
const BATCH_ENTRIES = 200;

/** Reads a part of a file that lies within it. */
export type ReadBytes = (position: number, length: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 2 * 1024 * 1024;
const NOTHING: DataView = new DataView(new ArrayBuffer(0));

/** Reads a file through one sliding window. A directory of 600,000 entries takes about thirty reads and bounded memory. */
class FileWindow {
  private window: DataView = NOTHING;
  private start = 0;

  constructor(
    private readonly read: ReadBytes,
    private readonly size: number,
  ) {}

  held(position: number): DataView {
    const from = position - this.start;
    const { buffer, byteOffset, byteLength } = this.window;
    return from < 0 || from >= byteLength ? NOTHING : new DataView(buffer, byteOffset + from, byteLength - from);
  }

  /** Returns at least `length` bytes from `position`, or all that the file has. @throws errors of the read */
  async load(position: number, length: number): Promise<DataView> {
    const held = this.held(position);
    if (held.byteLength >= length) return held;
    const available = Math.min(Math.max(length, WINDOW_BYTES), this.size - position);
    const { buffer, byteOffset, byteLength } = available > 0 ? await this.read(position, available) : NOTHING;
    this.window = new DataView(buffer, byteOffset, byteLength);
    this.start = position;
    return this.window;
  }
}

interface Batch {
  entries: DirectoryEntry[];
  length: number;
  needed: number;
  refusal: Refusal | null;
}

/** The directory of a ZIP, for browser and server (docs/decisions/0046). */
export class ArchiveDirectory {
  private constructor(
    private readonly window: FileWindow,
    private readonly read: ReadAt,
    readonly place: DirectoryPlace,
    private readonly encoding: NameEncoding = "cp437",
  ) {}

  /** Finds the directory at the archive's end. @throws ArchiveRefusedError when there is none; errors of the read */
  static async open(readBytes: ReadBytes, size: number): Promise<ArchiveDirectory> {
    const window = new FileWindow(readBytes, size);
    const read: ReadAt = (position, length) => window.load(position, length);
    return new ArchiveDirectory(window, read, await findDirectory(read, size));
  }

  /** Returns the same directory, with another encoding of the names that declare none. */
  withEncoding(encoding: NameEncoding): ArchiveDirectory {
    return new ArchiveDirectory(this.window, this.read, this.place, encoding);
  }

  /** Yields the records in order. @throws ArchiveRefusedError when they can't be read; errors of the read */
  async *entries(): AsyncGenerator<DirectoryEntry, void, undefined> {
    for await (const batch of this.batches()) yield* batch;
  }

  /** Yields the records in order, in small batches. @throws as {@link entries} */
  async *batches(): AsyncGenerator<DirectoryEntry[], void, undefined> {
    const { window, read, place } = this;
    let { count, start: cursor } = place;
    let needed = 1;
    while (count > 0) {
      if ((await window.load(cursor, needed)).byteLength < needed) throw await faultAt(read, place, cursor, refuse("truncated"));
      const batch = this.readHeld(cursor, Math.min(count, BATCH_ENTRIES));
      // Reports an earlier refused entry first.
      yield batch.entries;
      if (batch.refusal) throw await faultAt(read, place, cursor + batch.length, batch.refusal);
      needed = batch.needed;
      cursor += batch.length;
      count -= batch.entries.length;
      if (count === 0) count = await countBeyond(read, place, cursor);
    }
  }

  private readHeld(start: number, count: number): Batch {
    const batch: Batch = { entries: [], length: 0, needed: 1, refusal: null };
    while (batch.entries.length < count) {
      const outcome = readRecord(this.window.held(start + batch.length), this.encoding);
      if (outcome.kind === "refused") return { ...batch, refusal: outcome.refusal };
      if (outcome.kind === "short") return { ...batch, needed: outcome.needed };
      batch.entries.push(outcome.entry);
      batch.length += outcome.length;
    }
    return batch;
  }
}
