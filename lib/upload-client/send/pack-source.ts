import { hashBytes } from "../compare/hash-file";
import type { FolderFile, LocalFile } from "./byte-source";
import { type ByteSource, type Chunk, isReadable } from "./byte-source";
import { addSent, type SentRange } from "./sent-ranges";

export interface FilePart<Content extends LocalFile> {
  file: Content;
  from: number;
  to: number;
}

/** The file has changed since the user chose it. */
export class UnreadablePartError extends Error {
  override readonly name = "UnreadablePartError";
  constructor(readonly index: number) {
    super("the file was changed or moved after it was chosen");
  }
}

/** Maximum number of files per chunk, so that one request doesn't open 100,000 files. */
const PARTS_AT_MOST = 4_096;

export interface PartReader<Content extends LocalFile> {
  /** @throws UnreadablePartError */
  read(parts: FilePart<Content>[]): Chunk | Promise<Chunk>;
}

/** The joined bytes of many files. */
export class PackSource<Content extends LocalFile> implements ByteSource {
  readonly size: number;
  unreadable: string | null = null;
  /** Called for an unreadable file. A retry would fail the same way. */
  onUnreadable: ((error: UnreadablePartError) => void) | null = null;
  /** Describes the chunks so far. It is complete before a request sends a chunk. */
  sent: readonly SentRange[] = [];
  /** Called when `sent` has changed. */
  onSent: (() => unknown) | null = null;
  private readonly ends: Float64Array;
  private lastParts: { from: number; to: number } = { from: 0, to: 0 };

  constructor(
    private readonly files: readonly FolderFile<Content>[],
    private readonly reader: PartReader<Content>,
  ) {
    this.ends = new Float64Array(files.length);
    let end = 0;
    for (const [index, { file }] of files.entries()) {
      end += file.size;
      this.ends[index] = end;
    }
    this.size = end;
  }

  /** @throws UnreadablePartError when a file was changed or moved after the user chose it */
  async slice(start: number, end: number): Promise<Chunk> {
    const { parts, ...lastParts } = this.partsOf(start, end);
    this.lastParts = lastParts;
    try {
      const chunk = await this.reader.read(parts);
      this.sent = await addSent(this.sent, chunk, start, this.files.length === 1 ? null : this.size);
      this.onSent?.();
      return chunk;
    } catch (error) {
      if (error instanceof UnreadablePartError) {
        this.unreadable = this.pathOf(parts[error.index]?.file);
        this.onUnreadable?.(error);
      }
      throw error;
    }
  }

  /** Returns true when the files still have these bytes. Their times don't matter. */
  async has(ranges: readonly SentRange[]): Promise<boolean> {
    for (const { from, to, sha256 } of ranges) {
      const hash = async () => hashBytes(await this.reader.read(this.partsOf(from, to).parts));
      if ((await hash().catch(() => null)) !== sha256) return false;
    }
    return true;
  }

  /** Checks only the files of the last chunk. */
  async isReadable(): Promise<boolean> {
    for (const { path, file } of this.files.slice(this.lastParts.from, this.lastParts.to)) {
      if (this.unreadable !== null) break;
      if (file.size > 0 && !(await isReadable(file))) this.unreadable = path;
    }
    return this.unreadable === null;
  }

  /** Returns the number of files that end at or before an offset. */
  countBefore(bytes: number): number {
    let low = 0;
    let high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ends[middle] ?? 0) <= bytes) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  fileAt(bytes: number): string {
    return (this.files[this.countBefore(bytes)] ?? this.files.at(-1))?.path ?? "";
  }

  private partsOf(start: number, end: number): { parts: FilePart<Content>[]; from: number; to: number } {
    const from = this.countBefore(start);
    const parts: FilePart<Content>[] = [];
    let to = from;
    for (; to < this.files.length && this.startOf(to) < end && parts.length < PARTS_AT_MOST; to += 1) {
      const part = this.partOf(to, start, end);
      if (part) parts.push(part);
    }
    return { parts, from, to };
  }

  private startOf(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0);
  }

  private partOf(index: number, start: number, end: number): FilePart<Content> | null {
    const file = this.files[index]?.file;
    const begin = this.startOf(index);
    const from = Math.max(0, start - begin);
    const to = Math.min(end, this.ends[index] ?? 0) - begin;
    return file && to > from ? { file, from, to } : null;
  }

  private pathOf(file: Content | undefined): string | null {
    return this.files.find((one) => one.file === file)?.path ?? null;
  }
}
