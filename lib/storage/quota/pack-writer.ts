import { once } from "node:events";
import { PassThrough } from "node:stream";
import { crc32 } from "node:zlib";
import { blobStore } from "../../blobs/open";
import type { Slice } from "../../blobs/slice";
import { type BlobKey, newBlobKey } from "../../blobs/store";
import { logger } from "../../logging/logger";
import { deleteUnusedBlobs } from "../garbage/unused-blobs";
import { insertBlob, setBlobSize } from "../mutations";
import { type ExpectedBytes, Reservation } from "./reservation";

/** Bytes on the way to the object store, enough to keep both sides busy. */
const BUFFERED_BYTES = 1024 * 1024;

/** Writes files one after another into one new blob. Its row comes first, so that the sweep finds what a killed process has written. */
export class PackWriter {
  private readonly key: BlobKey = newBlobKey();
  private readonly channel = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  private hasRow = false;
  private reservation: Reservation | null = null;
  private writing: Promise<number> | null = null;
  private size = 0;

  constructor(
    private readonly ownerId: string | null,
    private readonly expected: ExpectedBytes,
    private readonly signal: AbortSignal,
  ) {}

  /** Adds the next file; one at a time. @returns where its bytes are; null for an empty file @throws AppError 413; errors of `bytes` and of the store */
  async add(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Slice | null> {
    const offset = this.size;
    let crc = 0;
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      crc = crc32(chunk, crc);
      this.size += chunk.length;
      await this.pass(chunk);
    }
    const size = this.size - offset;
    if (size === 0) return null;
    return { blobKey: this.key, offset, hasLocalHeader: false, storedSize: size, size, method: "stored", crc32: crc };
  }

  async finish(): Promise<void> {
    if (!this.writing) return;
    this.channel.end();
    const size = await this.writing;
    if (size !== this.size) throw new Error(`Blob ${this.key} has ${size} bytes instead of ${this.size}.`);
    await setBlobSize(this.key, size);
  }

  async discard(isLeftToSweep = false): Promise<void> {
    if (!this.hasRow) return;
    this.channel.destroy();
    await this.writing?.catch(() => undefined);
    if (isLeftToSweep) return;
    await deleteUnusedBlobs([this.key]).catch((error: unknown) => logger.warn({ err: error, blob: this.key }, "pack left to the sweep"));
  }

  private async pass(chunk: Buffer): Promise<void> {
    this.reservation ??= await this.reserve();
    await this.reservation.add(chunk.length);
    this.writing ??= this.write();
    // The writer destroys the channel when it fails, and its promise has the reason.
    if (this.channel.destroyed) await this.writing;
    if (this.channel.write(chunk)) return;
    const drained = once(this.channel, "drain", { signal: this.signal });
    await Promise.race([drained, this.writing]);
    drained.catch(() => undefined);
  }

  private async reserve(): Promise<Reservation> {
    await insertBlob(this.key, this.ownerId);
    this.hasRow = true;
    return await Reservation.open(this.key, this.expected);
  }

  private write(): Promise<number> {
    // Without a listener the error would end the process. The promise reports it too.
    this.channel.on("error", () => undefined);
    const writing = blobStore().write(this.key, this.channel, this.signal);
    writing.catch(() => undefined);
    return writing;
  }
}
