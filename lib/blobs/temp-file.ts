import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { env } from "../env";
import { isDiskFull } from "../errors";
import { logger } from "../logging/logger";

/** A file this old that still has a name was left by a process that was killed just after it created it. Milliseconds. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;

function tempFolder(): string {
  return path.join(env().dataDir, "parts");
}

async function deleteLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtimeMs < Date.now() - LEFTOVER_MS) await unlink(file);
  }
}

/** Folders that this process has created and cleared of leftovers. */
const prepared = new Map<string, Promise<unknown>>();

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteLeftovers(folder).catch((error: unknown) => logger.debug({ err: error }, "leftover temporary files not deleted"));
}

/** Returns the folder of temporary files. The first call creates it and deletes old leftovers. */
export async function openTempFolder(): Promise<string> {
  const folder = tempFolder();
  if (!prepared.has(folder)) prepared.set(folder, prepare(folder));
  await prepared.get(folder);
  return folder;
}

/** An unnamed file on the local disk for one part on its way to the object store, so that slow clients take no memory. */
export class TempFile {
  size = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<TempFile> {
    const name = path.join(await openTempFolder(), randomUUID());
    const file = await open(name, "wx+", 0o600);
    await unlink(name);
    return new TempFile(file);
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await this.file.write(bytes, at, bytes.length - at, this.size);
        at += bytesWritten;
        this.size += bytesWritten;
      }
    } catch (error) {
      if (isDiskFull(error)) logger.error({ err: error, folder: tempFolder() }, "the local disk is full: no room for parts on their way");
      throw error;
    }
  }

  async readInto(buffer: Buffer): Promise<Buffer> {
    let filled = 0;
    while (filled < this.size) {
      const { bytesRead } = await this.file.read(buffer, filled, this.size - filled, filled);
      if (bytesRead === 0) throw new Error("A temporary file is shorter than what was written to it.");
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
