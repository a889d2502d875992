import { type Refusal, refuse } from "../refusals";
import { countBeyond, type DirectoryPlace, faultAt, findDirectory, type ReadAt } from "./end-record";
import { type DirectoryEntry, readRecord } from "./record";
import { FileWindow, type ReadBytes } from "./window";

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
  ) {}

  /** Finds the directory at the archive's end. @throws ArchiveRefusedError when there is none; errors of the read */
  static async open(readBytes: ReadBytes, size: number): Promise<ArchiveDirectory> {
    const window = new FileWindow(readBytes, size);
    const read: ReadAt = async (position, length) => (await window.load(position, length)).view;
    return new ArchiveDirectory(window, read, await findDirectory(read, size));
  }

  /** Yields the records in order. @throws ArchiveRefusedError when they can't be read; errors of the read */
  async *entries(): AsyncGenerator<DirectoryEntry, void, undefined> {
    for await (const batch of this.batches()) yield* batch;
  }

  /** Yields the records in order, in batches of one read each. @throws as {@link entries} */
  async *batches(): AsyncGenerator<DirectoryEntry[], void, undefined> {
    const { window, read, place } = this;
    let { count, start: cursor } = place;
    let needed = 1;
    while (count > 0) {
      const { bytes } = await window.load(cursor, needed);
      if (bytes.length < needed) throw await faultAt(read, place, cursor, refuse("truncated"));
      const batch = this.readHeld(cursor, count);
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
      const { bytes, view } = this.window.held(start + batch.length);
      const outcome = readRecord(bytes, view);
      if (outcome.kind === "refused") return { ...batch, refusal: outcome.refusal };
      if (outcome.kind === "short") return { ...batch, needed: outcome.needed };
      batch.entries.push(outcome.entry);
      batch.length += outcome.length;
    }
    return batch;
  }
}
