import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { SourceFile } from "./cluster-files";
import type { Progress } from "./progress";
import type { BackupTarget } from "./target";

const CHUNK = 1024 * 1024;

/** What stands where a file turns out to be shorter than it was. */
type Shortened = "zeros" | "refused";

/**
 * Reads exactly so many bytes of a file, whatever happens to it meanwhile. What is added to it later does not belong to the backup.
 * @param shortened `zeros` for the database's files: its log says how to mend them. Of a stored file they would pass for its bytes
 */
async function* readExactly(handle: FileHandle, name: string, size: number, shortened: Shortened): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0 && shortened === "refused") throw new Error(`${name} became shorter while it was copied. Repeat the backup.`);
    // Shorter than it was: the chunk is zeros already.
    const piece = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    yield piece;
    at += piece.length;
  }
}

async function* watched(content: AsyncIterable<Buffer>, hash: Hash, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    progress.add(chunk.length);
    yield chunk;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Copies files into a backup and remembers their sums. */
export class Copier {
  readonly sums = new Map<string, string>();

  constructor(
    private readonly target: BackupTarget,
    private readonly progress: Progress,
    private readonly signal: AbortSignal,
  ) {}

  /** Files that may have gone since they were listed, which nobody misses then. */
  async copy(files: readonly SourceFile[], under = ""): Promise<void> {
    for (const { name, file, size } of files) {
      this.signal.throwIfAborted();
      await this.copyFile(`${under}${name}`, file, size);
    }
  }

  /**
   * Stored files, which never change but for those under way: what a former backup has of the others is not copied again. One that
   * is under way may have been cut back to what counts of it since it was listed, and is as long as it is now.
   * @param isUnderWay whether an upload of that name is still received
   */
  async copyStored(files: readonly SourceFile[], isUnderWay: (name: string) => boolean): Promise<void> {
    for (const { name, file, size } of files) {
      this.signal.throwIfAborted();
      const sum = isUnderWay(name) ? null : await this.target.reuse(name, size);
      if (sum === null) await this.copyFile(name, file);
      else {
        this.sums.set(name, sum);
        this.progress.add(size);
      }
    }
  }

  async write(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    this.sums.set(name, createHash("sha256").update(content).digest("hex"));
    await this.target.add(name, content.length, chunks(content));
  }

  /** @param listedSize of a file that may be shorter by now; without one the file is copied as it is */
  private async copyFile(name: string, file: string, listedSize?: number): Promise<void> {
    const handle = await open(file, "r").catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (handle === null) return;
    try {
      const size = listedSize ?? (await handle.stat()).size;
      const content = readExactly(handle, name, size, listedSize === undefined ? "refused" : "zeros");
      const hash = createHash("sha256");
      await this.target.add(name, size, watched(content, hash, this.progress));
      this.sums.set(name, hash.digest("hex"));
    } finally {
      await handle.close();
    }
  }
}

// biome-ignore lint/suspicious/useAwait: a content of one piece, where others are read piece by piece
async function* chunks(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
