import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { LocalFile } from "../../lib/publish/local-file";

export interface FileState {
  size: number;
  mtimeMs: number;
  /** Of the last change of the file or of what is said of it; nobody can set it back. */
  ctimeMs: number;
  ino: number;
}

/** Systems stamp files by a clock that ticks every few milliseconds: two changes within one tick look like one. */
const TICK_MS = 20;
const TRIES = 5;

/** Looks at a file when its last change is a tick ago, so that the next one will show. */
export async function lookAt(location: string): Promise<Stats> {
  let state = await stat(location);
  for (let attempt = 0; attempt < TRIES && Math.abs(Date.now() - state.ctimeMs) < TICK_MS; attempt += 1) {
    await pause(TICK_MS);
    state = await stat(location);
  }
  return state;
}

/** A file on the disk, as it was when it was found. Bytes that are not of that time are never given out. */
export class DiskFile implements LocalFile {
  readonly size: number;

  constructor(
    readonly location: string,
    private readonly found: FileState,
  ) {
    this.size = found.size;
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

  /** Fills `place` with the bytes from `start` on. @throws when the file cannot be read, or was changed */
  async read(start: number, place: Uint8Array): Promise<void> {
    const file = await open(this.location, "r");
    try {
      await this.expectUnchanged(file);
      for (let done = 0; done < place.length; ) {
        const { bytesRead } = await file.read(place, done, place.length - done, start + done);
        if (bytesRead === 0) throw new Error(`${this.location} was changed while it was read`);
        done += bytesRead;
      }
      // Written to while it was read, it may be half the one and half the other.
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
