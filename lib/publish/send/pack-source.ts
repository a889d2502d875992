import type { FolderFile, LocalFile } from "../local-file";
import { type ByteSource, type Chunk, isReadable } from "./byte-source";

export interface FilePart<Content extends LocalFile> {
  file: Content;
  from: number;
  to: number;
}

/** The file has changed since it was chosen. */
export class UnreadablePartError extends Error {
  override readonly name = "UnreadablePartError";
  constructor(readonly index: number) {
    super("the file was changed or moved after it was chosen");
  }
}

/** A chunk of tiny files ends early, instead of opening 100,000 files for one request. */
const PARTS_AT_MOST = 4_096;

export interface PartReader<Content extends LocalFile> {
  /** @throws UnreadablePartError */
  read(parts: FilePart<Content>[]): Chunk | Promise<Chunk>;
}

/** The bytes of many files, end to end. */
export class PackSource<Content extends LocalFile> implements ByteSource {
  readonly size: number;
  unreadable: string | null = null;
  /** Another try would fail the same way. */
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

  /** @throws UnreadablePartError when a file was changed or moved since it was chosen */
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

  /** Checks the files of the last chunk: others have not been needed yet. */
  async isReadable(): Promise<boolean> {
    for (const { path, file } of this.files.slice(this.lastParts.from, this.lastParts.to)) {
      if (this.unreadable !== null) break;
      if (file.size > 0 && !(await isReadable(file))) this.unreadable = path;
    }
    return this.unreadable === null;
  }

  /** Returns the number of files that end at or before so many bytes. */
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
