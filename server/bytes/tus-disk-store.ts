import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Configstore, FileStore } from "@tus/file-store";
import type { Upload } from "@tus/utils";
import { blobFolder } from "../../lib/blobs/open";
import { blobKeySchema } from "../../lib/blobs/store";
import { diskFull, isDiskFull } from "../../lib/errors";
import { deleteUpload } from "../../lib/imports/uploads/mutations";
import { UPLOAD_EXPIRY_MS } from "../../lib/imports/uploads/schema";
import { logger } from "../../lib/logging/logger";
import { beginWriting, endWriting } from "../../lib/uploads/receiving";
import { currentActor } from "./tus-actor";
import { deleteAbandonedCopy, leaveToFormerWriter } from "./tus-disk-takeover";
import { findRow, finishUpload, toTusUpload } from "./tus-finish";
import type { Lease } from "./tus-lease";
import { leasedFileSystem } from "./tus-leased-fs";
import { leases } from "./tus-leases";

/** The Upload rows, as the tus store wants to see what they know of an upload. */
const rows: Configstore = {
  async get(id) {
    const row = await findRow(id);
    return row && toTusUpload(row, 0);
  },
  // The row is there before the store hears of the upload, and is deleted with it.
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/**
 * Uploads as growing files in the folder of the blobs, under the key of the blob they become: finishing one moves nothing.
 * How far an unfinished one has come is the size of its file, so a kill at any moment leaves it resumable.
 */
export class DiskUploadStore extends FileStore {
  constructor() {
    super({ directory: blobFolder(), configstore: rows, expirationPeriodInMilliseconds: UPLOAD_EXPIRY_MS });
    // A length that is told at the end could not be refused at the beginning.
    this.extensions = this.extensions.filter((extension) => extension !== "creation-defer-length");
  }

  /** @throws AppError 503 when the disk is full: what has been written stays, and the client can go on later; 423 when the lease is lost */
  override write(readable: Readable, id: string, offset: number): Promise<number> {
    const lease = leases.of(id);
    return lease.during(() => this.writeUnder(lease, readable, id, offset));
  }

  private async writeUnder(lease: Lease, readable: Readable, id: string, offset: number): Promise<number> {
    const file = path.join(this.directory, id);
    const { writer: former } = await beginWriting(lease.lock);
    if (former !== null) await leaveToFormerWriter(file, offset, lease);
    const fs = leasedFileSystem(lease);
    const sink = createWriteStream(file, { flags: "r+", start: offset, highWaterMark: 1024 * 1024, fs });
    const closed = new Promise<void>((resolve) => sink.once("close", () => resolve()));
    try {
      await pipeline(readable, sink, { signal: lease.signal });
    } catch (error) {
      // Whatever it was doing is done when it is closed. What fails here has failed already, or is found out by the next writer.
      await closed.then(() => endWriting(lease.lock)).catch((failure: unknown) => logger.debug({ err: failure }, "writer not ended"));
      if (lease.signal.aborted) throw lease.signal.reason;
      if (!isDiskFull(error)) throw error;
      logger.error({ err: error, upload: id }, "the disk is full");
      throw diskFull(error);
    }
    await closed;
    await endWriting(lease.lock);
    return offset + sink.bytesWritten;
  }

  /** Finishes an upload whose last byte came just before the process that took it was killed. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id);
    if (upload.offset === upload.size) await finishUpload(upload);
    return upload;
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(blobKeySchema.parse(id), currentActor());
    await deleteAbandonedCopy(path.join(this.directory, id));
  }
}
