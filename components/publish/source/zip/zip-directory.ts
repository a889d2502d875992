import type { EntryFacts } from "@/lib/archives/entry-kind";
import { ArchiveRefusedError, type Refusal, refuse } from "@/lib/archives/refusals";
import { BlobWindow } from "./blob-window";
import { CENTRAL_HEADER, readRecord, readUint64 } from "./zip-record";

const LOCAL_HEADER = 0x04034b50;
const SPLIT_MARKER = 0x08074b50;
const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_END_OF_DIRECTORY = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const DIGITAL_SIGNATURE = 0x05054b50;
const endSignatures: ReadonlySet<number> = new Set([END_OF_DIRECTORY, ZIP64_END_OF_DIRECTORY, DIGITAL_SIGNATURE]);

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
const LONGEST_COMMENT = 0xffff;
/** Without ZIP64 the entry count has 16 bits. macOS writes larger archives and lets the count overflow. */
const COUNT_WRAP = 0x10000;

export interface DirectoryPlace {
  count: number;
  start: number;
}

interface Batch {
  entries: EntryFacts[];
  length: number;
  needed: number;
  refusal: Refusal | null;
}

/** Reads the directory of a ZIP in the browser and rejects what the server rejects (docs/decisions/0046). */
export class ZipDirectory {
  private readonly window: BlobWindow;

  constructor(blob: Blob) {
    this.window = new BlobWindow(blob);
  }

  async find(): Promise<DirectoryPlace> {
    const { size } = this.window;
    const tailStart = Math.max(0, size - (LOCATOR_BYTES + END_BYTES + LONGEST_COMMENT));
    const { view } = await this.window.load(tailStart, size - tailStart);
    for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
      if (view.getUint32(at, true) === END_OF_DIRECTORY) return this.readEnd(view, at);
    }
    throw await this.refused(refuse((await this.signatureAt(0)) === LOCAL_HEADER ? "truncated" : "notAnArchive"));
  }

  /** Yields the records of the directory in order, in batches of one read each. @throws ArchiveRefusedError */
  async *batches(place: DirectoryPlace): AsyncGenerator<EntryFacts[], void, undefined> {
    let { count, start: cursor } = place;
    let needed = 1;
    while (count > 0) {
      const { bytes } = await this.window.load(cursor, needed);
      if (bytes.length < needed) throw await this.faultAt(cursor, refuse("truncated"));
      const batch = this.readHeld(cursor, count);
      // Reports an earlier refused entry first.
      yield batch.entries;
      if (batch.refusal) throw await this.faultAt(cursor + batch.length, batch.refusal);
      needed = batch.needed;
      cursor += batch.length;
      count -= batch.entries.length;
      if (count === 0) count = await this.countBeyond(cursor);
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

  private async readEnd(view: DataView, at: number): Promise<DirectoryPlace> {
    if (view.getUint16(at + 20, true) !== view.byteLength - at - END_BYTES) {
      throw await this.refused(refuse("directoryDamaged", "there are bytes after its end"));
    }
    const locator = at - LOCATOR_BYTES;
    const hasZip64 = locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR;
    if (hasZip64) return this.readZip64End(readUint64(view, locator + 8));
    if (view.getUint16(at + 4, true) !== 0) throw await this.refused(refuse("split"));
    return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
  }

  private async readZip64End(position: number): Promise<DirectoryPlace> {
    const { view } = await this.window.load(position, ZIP64_END_BYTES);
    if (view.byteLength < ZIP64_END_BYTES) throw await this.refused(refuse("truncated"));
    if (view.getUint32(0, true) !== ZIP64_END_OF_DIRECTORY) {
      throw await this.refused(refuse("directoryDamaged", "it does not begin where it should"));
    }
    if (view.getUint32(16, true) !== 0) throw await this.refused(refuse("split"));
    return { count: readUint64(view, 32), start: readUint64(view, 48) };
  }

  /** Requires the end record right after the last record. Otherwise entries could be missing without an error. */
  private async countBeyond(cursor: number): Promise<number> {
    const signature = await this.signatureAt(cursor);
    if (signature === CENTRAL_HEADER) return COUNT_WRAP;
    if (endSignatures.has(signature)) return 0;
    throw await this.refused(refuse("directoryDamaged", "it does not end where it should"));
  }

  /** Returns the error for a position without a record, where the end record may be. */
  private async faultAt(position: number, refusal: Refusal): Promise<ArchiveRefusedError> {
    if (!endSignatures.has(await this.signatureAt(position))) return this.refused(refusal);
    return new ArchiveRefusedError(refuse("directoryDamaged", "it has fewer entries than it says"));
  }

  private async signatureAt(position: number): Promise<number> {
    const { view } = await this.window.load(position, 4);
    return view.byteLength >= 4 ? view.getUint32(0, true) : 0;
  }

  /** Returns the error for a refusal. A part of a split archive always reports that it is split. */
  private async refused(refusal: Refusal): Promise<ArchiveRefusedError> {
    const isPart = refusal.code !== "split" && (await this.signatureAt(0)) === SPLIT_MARKER;
    return new ArchiveRefusedError(isPart ? refuse("split") : refusal);
  }
}
