import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";
import { env } from "../../lib/env";

/** Beside the blobs of a store on disk, where there is room for what is uploaded. */
function spoolFolder(): string {
  return path.join(env().dataDir, "parts");
}

/**
 * Bytes that have come of a part, as a file without a name: a slow client takes no memory, and whatever happens to the process,
 * nothing is left behind.
 */
export class Spool {
  size = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<Spool> {
    const folder = spoolFolder();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = path.join(folder, randomUUID());
    const file = await open(name, "wx+", 0o600);
    await unlink(name);
    return new Spool(file);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, at, bytes.length - at, this.size);
      at += bytesWritten;
      this.size += bytesWritten;
    }
  }

  /** Reads all of it. @returns the part of the buffer that it takes */
  async readInto(buffer: Buffer): Promise<Buffer> {
    let filled = 0;
    while (filled < this.size) {
      const { bytesRead } = await this.file.read(buffer, filled, this.size - filled, filled);
      if (bytesRead === 0) throw new Error("A file without a name has become shorter.");
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
