import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import type { SourceFile } from "./cluster-files";
import type { Progress } from "./progress";
import type { BackupTarget } from "./target";

const CHUNK = 1024 * 1024;

/**
 * Reads exactly so many bytes of a file, whatever happens to it meanwhile. What is added to it later does not belong to the
 * backup; where a file of the database was cut shorter, zeros stand, which the log says how to mend.
 */
async function* readExactly(file: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  try {
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
      // Shorter than it was: the chunk is zeros already.
      const piece = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
      yield piece;
      at += piece.length;
    }
  } finally {
    await handle.close();
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

  /** Files that never change: what a former backup has is not copied again. */
  async copyNew(files: readonly SourceFile[]): Promise<void> {
    for (const { name, file, size } of files) {
      this.signal.throwIfAborted();
      const sum = await this.target.reuse(name, size);
      if (sum === null) await this.copyFile(name, file, size);
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

  private async copyFile(name: string, file: string, size: number): Promise<void> {
    const content = readExactly(file, size);
    const first = await content.next().catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (first === null) return;
    const hash = createHash("sha256");
    await this.target.add(name, size, watched(resumed(first, content), hash, this.progress));
    this.sums.set(name, hash.digest("hex"));
  }
}

async function* resumed(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

// biome-ignore lint/suspicious/useAwait: a content of one piece, where others are read piece by piece
async function* chunks(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
