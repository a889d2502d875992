import { AsyncLocalStorage } from "node:async_hooks";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Configstore, FileStore } from "@tus/file-store";
import { ERRORS, Upload } from "@tus/utils";
import type { AuditActor } from "../../lib/audit/mutations";
import { blobFolder } from "../../lib/blobs/open";
import { blobKeySchema } from "../../lib/blobs/store";
import { diskFull, isDiskFull } from "../../lib/errors";
import { logger } from "../../lib/logger";
import { findUpload } from "../../lib/uploads/data";
import { completeUpload, deleteUpload, extendUpload } from "../../lib/uploads/mutations";
import { UPLOAD_EXPIRY_MS } from "../../lib/uploads/schema";

/** Who makes the request that is being handled. The tus server hands it on to nobody, and the audit trail wants to know. */
const actors = new AsyncLocalStorage<AuditActor>();

/** Handles a request as one of this person's. */
export function actingAs<Result>(actor: AuditActor, handle: () => Promise<Result>): Promise<Result> {
  return actors.run(actor, handle);
}

/** @throws Error outside of {@link actingAs}: nothing of an upload changes without somebody who may change it */
export function currentActor(): AuditActor {
  const actor = actors.getStore();
  if (!actor) throw new Error("Nobody is known to make this request.");
  return actor;
}

/** The Upload rows, as the tus stores want to see what they know of an upload. */
const rows: Configstore = {
  async get(id) {
    const key = blobKeySchema.safeParse(id).data;
    const row = key && (await findUpload(key));
    if (!row) return undefined;
    return new Upload({
      id: row.id,
      size: row.length,
      offset: 0,
      metadata: row.metadata,
      // tus counts the expiry from the creation; ours slides, so it is told the day from which the period ends when ours does.
      creation_date: new Date(row.expiresAt.getTime() - UPLOAD_EXPIRY_MS).toISOString(),
    });
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

  /** @throws AppError 503 when the disk is full: what has been written stays, and the client can go on later */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    await extendUpload(blobKeySchema.parse(id));
    const sink = createWriteStream(path.join(this.directory, id), { flags: "r+", start: offset, highWaterMark: 1024 * 1024 });
    try {
      await pipeline(readable, sink);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      logger.error({ err: error, upload: id }, "the disk is full");
      throw diskFull(error);
    }
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
  }
}

/** Makes a blob of an upload that is all there. @throws Error when the object store says that it is not */
export async function finishUpload({ id, size }: Upload): Promise<void> {
  if (!(await completeUpload(blobKeySchema.parse(id), size ?? 0, currentActor()))) throw ERRORS.FILE_NO_LONGER_EXISTS;
}
