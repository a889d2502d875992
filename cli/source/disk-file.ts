import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Chunk, LocalFile } from "../../lib/upload-client/send/byte-source";
import { type FilePart, type PartReader, UnreadablePartError } from "../../lib/upload-client/send/pack-source";

export interface FileState {
  size: number;
  mtimeMs: number;
  /** Time of the last change of content or metadata. Programs can't set it. */
  ctimeMs: number;
  ino: number;
}

/** File times come from a clock that ticks every few milliseconds. Two changes within one tick have the same time. */
const TICK_MS = 20;
const TRIES = 5;

/** Bytes can change without the times when it happens within one unit of the file system's clock, which is up to 2 s long. */
const LONGEST_UNIT_MS = 3_000;

/** Returns the stats of a file once its last change is a tick ago, so that the next change is visible. */
export async function statSettled(location: string): Promise<Stats> {
  let state = await stat(location);
  for (let attempt = 0; attempt < TRIES && Math.abs(Date.now() - state.ctimeMs) < TICK_MS; attempt += 1) {
    await pause(TICK_MS);
    state = await stat(location);
  }
  return state;
}

/** A file on disk in the state of the scan. Reading rejects when the file has changed since. */
export class DiskFile implements LocalFile {
  private readonly found: FileState;
  private readonly isSettled: boolean;

  constructor(
    readonly location: string,
    { size, mtimeMs, ctimeMs, ino }: FileState,
  ) {
    // The stats of Node.js are several times larger, and there may be 100,000 files.
    this.found = { size, mtimeMs, ctimeMs, ino };
    this.isSettled = Math.max(mtimeMs, ctimeMs) < Date.now() - LONGEST_UNIT_MS;
  }

  get size(): number {
    return this.found.size;
  }

  get state(): string | undefined {
    const { size, mtimeMs, ctimeMs, ino } = this.found;
    return this.isSettled ? [this.location, size, mtimeMs, ctimeMs, ino].join(":") : undefined;
  }

  get lastModified(): number {
    return Math.trunc(this.found.mtimeMs);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.slice(0, this.size).arrayBuffer();
  }

  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
    return {
      arrayBuffer: async () => {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, this.size) - start));
        await this.read(start, bytes);
        return bytes.buffer;
      },
    };
  }

  /** Fills `place` with the bytes from `start` on. @throws when the file is unreadable or has changed */
  async read(start: number, place: Uint8Array): Promise<void> {
    const file = await open(this.location, "r");
    try {
      await this.expectUnchanged(file);
      for (let done = 0; done < place.length; ) {
        const { bytesRead } = await file.read(place, done, place.length - done, start + done);
        if (bytesRead === 0) throw new Error(`${this.location} was changed while it was read`);
        done += bytesRead;
      }
      // A write during the read may mix old and new bytes.
      await this.expectUnchanged(file);
    } finally {
      await file.close();
    }
  }

  private async expectUnchanged(file: FileHandle): Promise<void> {
    const now = await file.stat();
    const facts = ["size", "mtimeMs", "ctimeMs", "ino"] as const;
    if (facts.every((fact) => now[fact] === this.found[fact])) return;
    throw new Error(`${this.location} was changed while it was read`);
  }
}

const READERS = 16;

export function toChunk(bytes: Uint8Array<ArrayBuffer>): Exclude<Chunk, Blob> {
  return Object.assign(bytes, { size: bytes.length });
}

export const diskReader = {
  async read(parts: FilePart<DiskFile>[]): Promise<Exclude<Chunk, Blob>> {
    const whole = new Uint8Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
    const queue = placesOf(parts);
    let unreadable: number | null = null;
    const reader = async () => {
      for (const { part, index, start } of queue) {
        if (unreadable !== null) return;
        await part.file.read(part.from, whole.subarray(start, start + part.to - part.from)).catch(() => {
          unreadable ??= index;
        });
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    if (unreadable !== null) throw new UnreadablePartError(unreadable);
    return toChunk(whole);
  },
};

/** Reads like {@link diskReader}, and hashes the files that a chunk has as a whole. @param onHash gets the SHA-256 */
export function hashingReader(onHash: (file: DiskFile, sha256: string) => void): PartReader<DiskFile> {
  return {
    async read(parts) {
      const whole = await diskReader.read(parts);
      for (const { part, start } of placesOf(parts)) {
        const { file, from, to } = part;
        if (from === 0 && to === file.size)
          onHash(
            file,
            createHash("sha256")
              .update(whole.subarray(start, start + to))
              .digest("hex"),
          );
      }
      return whole;
    },
  };
}

function* placesOf(parts: readonly FilePart<DiskFile>[]) {
  let start = 0;
  for (const [index, part] of parts.entries()) {
    yield { part, index, start };
    start += part.to - part.from;
  }
}
