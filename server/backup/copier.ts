import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { describeBytes } from "./format";
import { orNull, type SourceFile } from "./source-files";

const CHUNK_BYTES = 1024 * 1024;
const REPORT_EVERY_MS = 5_000;

/** The destination of a backup. The finished backup appears at once, under its name. */
export interface BackupTarget {
  readonly place: string;
  readonly folder: string;
  has?(name: string): boolean;
  /** Reuses a stored file of a former backup. Returns its SHA-256, or null when none has that name and size. */
  reuse?(name: string, size: number): Promise<string | null>;
  /** Writes a file. @param content exactly `size` bytes */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** Reads exactly `size` bytes, even if the file grows or shrinks meanwhile. @param isPadded a shortened file is filled with zeros */
async function* readExactly(handle: FileHandle, name: string, size: number, isPadded: boolean): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0 && !isPadded) throw new Error(`${name} became shorter while it was copied. Repeat the backup.`);
    const part = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    yield part;
    at += part.length;
  }
}

/** Copies files into a backup, records their SHA-256, and reports progress. */
export class Copier {
  readonly sums = new Map<string, string>();
  private done = 0;
  private reportedAt = performance.now();

  constructor(
    private readonly target: BackupTarget,
    private readonly total: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Copies files of the running database. Its log repairs deleted files, which are skipped, and shortened ones, which are padded. */
  async copy(files: readonly SourceFile[]): Promise<void> {
    for (const { name, file, size } of files) await this.copyFile(name, file, size);
  }

  /** Copies stored files, or reuses a former copy. Files of running uploads are copied with their current length. */
  async copyStored(files: readonly SourceFile[], isBeingUploaded: (name: string) => boolean): Promise<void> {
    for (const { name, file, size } of files) {
      this.signal.throwIfAborted();
      const sum = isBeingUploaded(name) ? null : await this.target.reuse?.(name, size);
      if (sum) {
        this.sums.set(name, sum);
        this.report(size);
      } else await this.copyFile(name, file);
    }
  }

  async write(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    this.sums.set(name, createHash("sha256").update(content).digest("hex"));
    await this.target.add(name, content.length, [content]);
  }

  private async copyFile(name: string, file: string, listedSize?: number): Promise<void> {
    this.signal.throwIfAborted();
    const handle = await orNull(open(file, "r"));
    if (handle === null) return;
    try {
      const size = listedSize ?? (await handle.stat()).size;
      const hash = createHash("sha256");
      const report = (bytes: number) => this.report(bytes);
      const content = async function* () {
        for await (const chunk of readExactly(handle, name, size, listedSize !== undefined)) {
          hash.update(chunk);
          report(chunk.length);
          yield chunk;
        }
      };
      await this.target.add(name, size, content());
      this.sums.set(name, hash.digest("hex"));
    } finally {
      await handle.close();
    }
  }

  private report(bytes: number): void {
    this.done += bytes;
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    const percent = this.total > 0 ? Math.min(100, Math.floor((this.done / this.total) * 100)) : 100;
    process.stdout.write(`  ${describeBytes(this.done)} of ${describeBytes(this.total)} (${percent} %)\n`);
  }
}
