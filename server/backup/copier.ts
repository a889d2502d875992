import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FolderTarget } from "./folder-target";
import { describeBytes } from "./format";
import { orNull, type SourceFile } from "./source-files";

const CHUNK_BYTES = 1024 * 1024;
const REPORT_EVERY_MS = 5_000;

/** Copies files into a backup, records their SHA-256, and reports progress. */
export class Copier {
  readonly sums = new Map<string, string>();
  private done = 0;
  private reportedAt = performance.now();

  constructor(
    private readonly target: FolderTarget,
    private readonly total: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Copies files of the running database. Its log repairs those that have changed their length, and deleted ones, which are skipped. */
  async copy(files: readonly SourceFile[]): Promise<void> {
    for (const { name, file } of files) await this.copyFile(name, file);
  }

  /** Copies stored files, or reuses a former copy. Files of running uploads are copied with their current length. */
  async copyStored(files: readonly SourceFile[], isBeingUploaded: (name: string) => boolean): Promise<void> {
    for (const { name, file, size } of files) {
      this.signal.throwIfAborted();
      const sum = isBeingUploaded(name) ? null : await this.target.reuse(name, size);
      if (sum) {
        this.sums.set(name, sum);
        this.report(size);
      } else await this.copyFile(name, file);
    }
  }

  async write(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    this.sums.set(name, createHash("sha256").update(content).digest("hex"));
    await this.target.add(name, [content]);
  }

  private async copyFile(name: string, file: string): Promise<void> {
    this.signal.throwIfAborted();
    const handle = await orNull(open(file, "r"));
    if (handle === null) return;
    try {
      const hash = createHash("sha256");
      const report = (bytes: number) => this.report(bytes);
      const { size } = await handle.stat();
      // A file that grows all the time has an end too.
      const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES, end: Math.max(0, size - 1), autoClose: false });
      const content = async function* () {
        for await (const chunk of stream) {
          hash.update(chunk);
          report(chunk.length);
          yield chunk;
        }
      };
      await this.target.add(name, content());
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
