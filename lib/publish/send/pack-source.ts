import type { FolderFile, LocalFile } from "./byte-source";
import { type ByteSource, type Chunk, isReadable } from "./byte-source";

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
    const first = this.countBefore(start);
    const parts: FilePart<Content>[] = [];
    let index = first;
    for (; index < this.files.length && this.startOf(index) < end && parts.length < PARTS_AT_MOST; index += 1) {
      const part = this.partOf(index, start, end);
      if (part) parts.push(part);
    }
    this.lastParts = { from: first, to: index };
    try {
      return await this.reader.read(parts);
    } catch (error) {
      if (error instanceof UnreadablePartError) {
        this.unreadable = this.pathOf(parts[error.index]?.file);
        this.onUnreadable?.(error);
      }
      throw error;
    }
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
