import { randomBytes } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorCode } from "../../errors";
import {
  type BlobKey,
  BlobMissingError,
  type BlobStore,
  type ByteSlice,
  blobKeySchema,
  type Capacity,
  describeName,
  type StoredObject,
} from "../store";
import { HandlePool, type Lease } from "./handle-pool";
import { readDisk, withinReserve } from "./reserve";

/** Large enough for a map tile in one read, small enough for thousands of streams at once. */
const CHUNK_BYTES = 256 * 1024;

/** Streams a slice of an open file. Returns the handle when the stream ends, fails or is destroyed. */
class HandleStream extends Readable {
  private position: number;
  private readonly end: number;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly lease: Lease,
    private readonly name: string,
    slice: ByteSlice,
    signal: AbortSignal | undefined,
  ) {
    super({ highWaterMark: CHUNK_BYTES, signal });
    this.position = slice.offset;
    this.end = slice.offset + slice.length;
  }

  override _read(): void {
    if (this.position >= this.end) {
      this.push(null);
      return;
    }
    this.reading = this.readChunk();
  }

  private async readChunk(): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, this.end - this.position));
    try {
      const { bytesRead } = await this.lease.handle.read(buffer, 0, buffer.length, this.position);
      if (bytesRead === 0) throw new Error(`${this.name} ends at byte ${this.position}, short of ${this.end}.`);
      this.position += bytesRead;
      this.push(buffer.subarray(0, bytesRead));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // Its release may close the handle, which must wait for the read.
    void this.reading.then(() => {
      this.lease.release();
      callback(error);
    });
  }
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** Syncs a folder: without it, the name of a new file may not survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function partialOf(target: string): string {
  return `${target}${PARTIAL}`;
}

const PARTIAL = ".partial";

/** Returns the kind of a file by its name: those of {@link describeName}, and a blob that is being written. */
function describe(name: string): Pick<StoredObject, "kind" | "key"> {
  const found = describeName(name);
  return found.key !== null && name === `${found.key}${PARTIAL}` ? { ...found, kind: "partial" } : found;
}

/** Returns whether a name stays within the folder. */
function isFileName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && path.basename(name) === name && !name.includes("\0");
}

/** Keeps blobs as files of one folder, named by their keys. */
export class DiskBlobStore implements BlobStore {
  readonly ownership = null;
  readonly readSizes = { atOnce: 1024 * 1024, gap: 64 * 1024 };
  private readonly pool = new HandlePool();

  constructor(readonly folder: string) {}

  async size(key: BlobKey): Promise<number | null> {
    try {
      return (await stat(this.pathOf(key))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable> {
    signal?.throwIfAborted();
    return new HandleStream(await this.borrow(key), `Blob ${key}`, slice, signal);
  }

  async readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
    signal?.throwIfAborted();
    const lease = await this.borrow(key);
    try {
      const buffer = Buffer.allocUnsafe(slice.length);
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await lease.handle.read(buffer, filled, buffer.length - filled, slice.offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
        signal?.throwIfAborted();
      }
      return buffer.subarray(0, filled);
    } finally {
      lease.release();
    }
  }

  async write(key: BlobKey, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    const target = this.pathOf(key);
    const partial = partialOf(target);
    await mkdir(this.folder, { recursive: true });
    const handle = await open(partial, "wx");
    try {
      // `flush` syncs the bytes before the rename, so that the key never exists without them.
      const sink = handle.createWriteStream({ flush: true, highWaterMark: 1024 * 1024 });
      await pipeline(source, (chunks: AsyncIterable<Uint8Array>) => withinReserve(this.folder, chunks), sink, { signal });
      await rename(partial, target);
      await syncFolder(this.folder);
      return sink.bytesWritten;
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async flush(key: BlobKey): Promise<void> {
    const lease = await this.borrow(key);
    try {
      await lease.handle.datasync();
    } finally {
      lease.release();
    }
    await syncFolder(this.folder);
  }

  async delete(key: BlobKey): Promise<void> {
    const target = this.pathOf(key);
    await rm(target, { force: true });
    await rm(partialOf(target), { force: true });
    this.pool.retire(target);
  }

  async *list(signal?: AbortSignal): AsyncGenerator<StoredObject, void, undefined> {
    await mkdir(this.folder, { recursive: true });
    for await (const entry of await opendir(this.folder, { bufferSize: 1_000 })) {
      signal?.throwIfAborted();
      if (!entry.isFile()) continue;
      const found = await stat(path.join(this.folder, entry.name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (found) yield { name: entry.name, ...describe(entry.name), size: found.size, changedAt: found.mtime };
    }
  }

  async deleteLeftover(name: string): Promise<void> {
    if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is not a file name.`);
    const target = path.join(this.folder, name);
    await rm(target, { force: true });
    this.pool.retire(target);
  }

  /** Returns the time of a file that is created now: a network folder has the clock of another machine. */
  async now(): Promise<Date> {
    return await this.probe("", async (probe) => (await stat(probe)).mtime);
  }

  async capacity(): Promise<Capacity> {
    await mkdir(this.folder, { recursive: true });
    return await readDisk(this.folder);
  }

  async check(): Promise<void> {
    const written = randomBytes(64);
    await this.probe(written, async (probe) => {
      if (!written.equals(await readFile(probe))) throw new Error(`${this.folder} does not return what was written.`);
    });
  }

  private async probe<Result>(bytes: Buffer | string, use: (probe: string) => Promise<Result>): Promise<Result> {
    await mkdir(this.folder, { recursive: true });
    const probe = path.join(this.folder, `probe-${randomBytes(8).toString("hex")}`);
    try {
      await writeFile(probe, bytes, { flag: "wx" });
      return await use(probe);
    } finally {
      await rm(probe, { force: true });
    }
  }

  /** Closes the files that are kept open. The store can still be used. */
  close(): void {
    this.pool.clear();
  }

  /** Validates the key, so that no other string becomes a path. */
  private pathOf(key: BlobKey): string {
    return path.join(this.folder, blobKeySchema.parse(key));
  }

  private async borrow(key: BlobKey): Promise<Lease> {
    try {
      return await this.pool.borrow(this.pathOf(key));
    } catch (error) {
      if (isMissing(error)) throw new BlobMissingError(key);
      throw error;
    }
  }
}
