import { countBeyond, type DirectoryPlace, faultAt, findDirectory, type ReadAt } from "@/lib/archives/end-record";
import type { EntryFacts } from "@/lib/archives/entry-kind";
import { type Refusal, refuse } from "@/lib/archives/refusals";
import { BlobWindow } from "./blob-window";
import { readRecord } from "./zip-record";

interface Batch {
  entries: EntryFacts[];
  length: number;
  needed: number;
  refusal: Refusal | null;
}

/** Reads the directory of a ZIP in the browser and rejects what the server rejects (docs/decisions/0046). */
export class ZipDirectory {
  private readonly window: BlobWindow;
  private readonly read: ReadAt;

  constructor(blob: Blob) {
    this.window = new BlobWindow(blob);
    this.read = async (position, length) => (await this.window.load(position, length)).view;
  }

  find(): Promise<DirectoryPlace> {
    return findDirectory(this.read, this.window.size);
  }

  /** Yields the records of the directory in order, in batches of one read each. @throws ArchiveRefusedError */
  async *batches(place: DirectoryPlace): AsyncGenerator<EntryFacts[], void, undefined> {
    let { count, start: cursor } = place;
    let needed = 1;
    while (count > 0) {
      const { bytes } = await this.window.load(cursor, needed);
      if (bytes.length < needed) throw await faultAt(this.read, place, cursor, refuse("truncated"));
      const batch = this.readHeld(cursor, count);
      // Reports an earlier refused entry first.
      yield batch.entries;
      if (batch.refusal) throw await faultAt(this.read, place, cursor + batch.length, batch.refusal);
      needed = batch.needed;
      cursor += batch.length;
      count -= batch.entries.length;
      if (count === 0) count = await countBeyond(this.read, place, cursor);
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
