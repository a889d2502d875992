import { close, createWriteStream, open, write, writev } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Configstore, FileStore } from "@tus/file-store";
import { DataStore, type Upload } from "@tus/utils";
import { withinReserve } from "../../../lib/blobs/disk/reserve";
import { blobFolder } from "../../../lib/blobs/open";
import { blobKeySchema } from "../../../lib/blobs/store";
import { diskFull, isDiskFull } from "../../../lib/errors";
import { deleteUpload } from "../../../lib/imports/uploads/mutations";
import { beginWriting, endWriting } from "../../../lib/imports/uploads/receiving";
import { UPLOAD_EXPIRY_MS } from "../../../lib/imports/uploads/schema";
import { logger } from "../../../lib/logging/logger";
import type { Lease } from "./locker";
import { creationDate, EXTENSIONS, finishUpload, requireRow, toTusUpload, type UploadContext } from "./upload";

/** Reads from the database what the tus library would keep in a file next to each upload. */
const rows: Configstore = {
  get: async (id) => toTusUpload(await requireRow(id), 0),
  // The row exists before the store learns of an upload, and is deleted with it.
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/** Returns the tus library's store for the folder of the blobs. An upload is a file named by the key of the blob that it becomes. */
export function openFileStore(): FileStore {
  return new FileStore({ directory: blobFolder(), configstore: rows, expirationPeriodInMilliseconds: UPLOAD_EXPIRY_MS });
}

type WriteCallback = (error: unknown, written?: number, buffer?: unknown) => void;

/** Returns file functions for a write stream that check the lease at each call: a paused process must not write what it had queued. */
function leasedWrites(lease: Lease) {
  return {
    open,
    close,
    write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null, done: WriteCallback): void {
      if (lease.isHeld()) write(fd, bytes, offset, length, position, done);
      else done(lease.signal.reason);
    },
    writev(fd: number, bytes: Uint8Array[], position: number, done: WriteCallback): void {
      if (lease.isHeld()) writev(fd, bytes, position, done);
      else done(lease.signal.reason);
    },
  };
}

/** One request's view of the uploads on disk. FileStore creates and finds them; it would write without a lock and hide a full disk. */
export class DiskUploadStore extends DataStore {
  override extensions = EXTENSIONS;

  constructor(
    private readonly files: FileStore,
    private readonly context: UploadContext,
  ) {
    super();
  }

  override getExpiration(): number {
    return this.files.getExpiration();
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await this.files.create(upload);
    created.creation_date = creationDate();
    return created;
  }

  /** Finds an upload, and finishes one whose last byte came just before its process was killed. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.files.getUpload(id);
    if (upload.offset === upload.size) await finishUpload(upload, this.context.actor);
    return upload;
  }

  /** Writes a body. Written bytes stay after an error. @throws AppError 503 when the disk is full, 423 when the lock is lost */
  override write(source: Readable, id: string, offset: number): Promise<number> {
    return this.context.lock.during(() => this.writeFile(source, id, offset));
  }

  override remove(id: string): Promise<void> {
    return deleteUpload(blobKeySchema.parse(id), this.context.actor);
  }

  private async writeFile(source: Readable, id: string, offset: number): Promise<number> {
    const { key, lease } = this.context.lock;
    await beginWriting(key);
    const options = { flags: "r+", start: offset, highWaterMark: 1024 * 1024, fs: leasedWrites(lease) };
    const sink = createWriteStream(path.join(this.files.directory, id), options);
    const closed = new Promise<void>((resolve) => sink.once("close", () => resolve()));
    try {
      await pipeline(source, (chunks) => withinReserve(this.files.directory, chunks), sink, { signal: lease.signal });
    } catch (error) {
      await closed;
      lease.signal.throwIfAborted();
      await endWriting(key).catch((failure: unknown) => logger.debug({ err: failure, upload: id }, "end of writing not recorded"));
      if (!isDiskFull(error)) throw error;
      logger.error({ err: error, upload: id }, "the disk is full");
      throw diskFull(error);
    }
    await closed;
    await endWriting(key);
    return offset + sink.bytesWritten;
  }
}
