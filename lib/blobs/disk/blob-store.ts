import { randomBytes } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type BlobKey,
  BlobMissingError,
  type BlobStore,
  type ByteSlice,
  blobKeySchema,
  type Capacity,
  OWNER_NAME,
  type StoredObject,
} from "../store";
import { HandlePool, type Lease } from "./handle-pool";
import { HandleStream } from "./handle-stream";

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A file's name survives a power cut only when its folder has been synced as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Name under which a blob stands while it is written. */
function partialOf(target: string): string {
  return `${target}${PARTIAL}`;
}

const PARTIAL = ".partial";

/** Name of a file that only shows that the folder takes files. */
const PROBE = "probe-";

function newProbe(): string {
  return `${PROBE}${randomBytes(8).toString("hex")}`;
}

/** What a file is, by its name: a key, a key with `.partial`, a key with another ending, a probe, or what was copied from a bucket with them. */
function describe(name: string): Pick<StoredObject, "kind" | "key"> {
  if (name === OWNER_NAME) return { kind: "owner", key: null };
  const [stem = "", ...endings] = name.split(".");
  const key = blobKeySchema.safeParse(stem).data ?? null;
  if (key === null) return { kind: /^probe-[0-9a-f]{16}$/.test(name) ? "sidecar" : "foreign", key };
  if (endings.length === 0) return { kind: "blob", key };
  return { kind: name === `${key}${PARTIAL}` ? "partial" : "sidecar", key };
}

/** A name that leads nowhere but into the folder. */
function isFileName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && path.basename(name) === name && !name.includes("\0");
}

/** Blobs as files of one folder, each named by its key. */
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
      // `flush` syncs the bytes before the stream closes: the key must not exist before its bytes do.
      const sink = handle.createWriteStream({ flush: true, highWaterMark: 1024 * 1024 });
      await pipeline(source, sink, { signal });
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
    // What a killed process left of writing it.
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
    if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is no name of a file.`);
    const target = path.join(this.folder, name);
    await rm(target, { force: true });
    this.pool.retire(target);
  }

  /** A folder on a network is told the time by another machine: that of a file that is made now. */
  async now(): Promise<Date> {
    await mkdir(this.folder, { recursive: true });
    const probe = path.join(this.folder, newProbe());
    await writeFile(probe, "", { flag: "wx" });
    try {
      return (await stat(probe)).mtime;
    } finally {
      await unlink(probe);
    }
  }

  async capacity(): Promise<Capacity> {
    await mkdir(this.folder, { recursive: true });
    const { bsize, blocks, bavail } = await statfs(this.folder);
    return { total: blocks * bsize, free: bavail * bsize };
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const probe = path.join(this.folder, newProbe());
    const written = randomBytes(64);
    try {
      await writeFile(probe, written, { flag: "wx" });
      if (!written.equals(await readFile(probe))) throw new Error(`${this.folder} does not give back what was written.`);
    } finally {
      await rm(probe, { force: true });
    }
  }

  /** Closes the files that are kept open; the store can be used on. */
  close(): void {
    this.pool.clear();
  }

  /** A key that is no key never becomes a path, whatever its type promised. */
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
