import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { env } from "../env";
import { isDiskFull } from "../errors";
import { logger } from "../logging/logger";

/** A file of this age that still has its name is of a process that was killed between two lines. Milliseconds. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000;

/** Beside the blobs of a store on disk, where there is room for what is uploaded. */
function spoolFolder(): string {
  return path.join(env().dataDir, "parts");
}

async function deleteLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtimeMs < Date.now() - LEFT_AFTER_MS) await unlink(file);
  }
}

/** Once in a process, for each folder: it is made, and what others have left there goes. */
const prepared = new Map<string, Promise<unknown>>();

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteLeftovers(folder).catch((error: unknown) => logger.debug({ err: error }, "files of former parts not deleted"));
}

/**
 * Bytes of a part that are on their way to the object store, as a file without a name: whoever brings them slowly takes no memory, and
 * whatever happens to the process, nothing is left behind.
 */
export class PartSpool {
  size = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<PartSpool> {
    const folder = spoolFolder();
    if (!prepared.has(folder)) prepared.set(folder, prepare(folder));
    await prepared.get(folder);
    const name = path.join(folder, randomUUID());
    const file = await open(name, "wx+", 0o600);
    await unlink(name);
    return new PartSpool(file);
  }

  /** @throws Error with the code ENOSPC when the local disk is full, whatever room the object store has */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await this.file.write(bytes, at, bytes.length - at, this.size);
        at += bytesWritten;
        this.size += bytesWritten;
      }
    } catch (error) {
      if (isDiskFull(error)) logger.error({ err: error, folder: spoolFolder() }, "the local disk has no room for parts on their way");
      throw error;
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
