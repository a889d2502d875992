import { Server } from "@tus/server";
import { newBlobKey } from "../../lib/blobs/key";
import { type BlobKey, blobKeySchema } from "../../lib/blobs/store";
import { createUpload, deleteUpload, type NewUpload } from "../../lib/imports/uploads/mutations";
import { MAX_UPLOAD_BYTES } from "../../lib/imports/uploads/schema";
import { logger } from "../../lib/logging/logger";
import { ending } from "../health/ending";
import { fromTusError } from "../uploads/tus/errors";
import { currentActor } from "./tus-actor";
import { DrainingLocker } from "./tus-drain";
import { finishUpload } from "./tus-finish";
import { openLocker } from "./tus-locker";
import { openUploadStore } from "./tus-store";

/** An upload as its creation asks for it, before it has an id. */
export type Creation = Omit<NewUpload, "id">;

/** A holder of a lock that has to go gets this long to write what it has received. */
const DRAIN_MS = 1_000;

/** The tus protocol over our store. Who may do what is decided before it is called, and who does it is said by `actingAs`. */
export class TusServer {
  private readonly creations = new WeakMap<Request, Creation & { id: BlobKey | null }>();
  private readonly server: Server;

  constructor(path: string) {
    this.server = new Server({
      path,
      datastore: openUploadStore(),
      locker: new DrainingLocker(openLocker(), ending.closes),
      lockDrainTimeout: DRAIN_MS,
      maxSize: MAX_UPLOAD_BYTES,
      // Relative to what the client asked for: right behind every proxy, whatever name it has there.
      relativeLocation: true,
      allowedOrigins: () => false,
      namingFunction: () => newBlobKey(),
      onUploadCreate: (request, { id }) => this.record(request, id),
      // Before the answer to the last PATCH: a client that has seen it may use the upload at once.
      onUploadFinish: async (_request, upload) => {
        await finishUpload(upload);
        return {};
      },
      onResponseError: (_request, error) => {
        throw fromTusError(error);
      },
    });
  }

  /**
   * @param creation for a POST: what was checked of it
   * @throws AppError, or whatever went wrong
   */
  async handle(request: Request, creation: Creation | null): Promise<Response> {
    if (creation) this.creations.set(request, { ...creation, id: null });
    try {
      const answer = await this.server.handleWeb(request);
      // What is wrong with a header it answers without a word to onResponseError.
      if (answer.status >= 400) throw fromTusError({ status_code: answer.status, body: await answer.text() });
      return answer;
    } catch (error) {
      await this.forget(request);
      throw error;
    }
  }

  /** Deletes what a refused creation has made: nobody was told its address. Should that fail, it expires. */
  private async forget(request: Request): Promise<void> {
    const id = this.creations.get(request)?.id;
    if (!id) return;
    try {
      await deleteUpload(id, currentActor());
    } catch (error) {
      logger.warn({ err: error, upload: id }, "upload not deleted");
    }
  }

  private async record(request: Request, id: string): Promise<Record<string, never>> {
    const creation = this.creations.get(request);
    if (!creation) throw new Error("An upload without an owner cannot be created.");
    creation.id = blobKeySchema.parse(id);
    await createUpload({ ...creation, id: creation.id }, currentActor());
    return {};
  }
}
