import { Server } from "@tus/server";
import { newBlobKey } from "../../lib/blobs/key";
import { blobKeySchema } from "../../lib/blobs/store";
import { createUpload, type NewUpload } from "../../lib/uploads/mutations";
import { MAX_UPLOAD_BYTES } from "../../lib/uploads/schema";
import { fromTusError } from "./tus-errors";
import { openLocker } from "./tus-locker";
import { DiskUploadStore, finishUpload } from "./tus-store";

/** An upload as its creation asks for it, before it has an id. */
export type Creation = Omit<NewUpload, "id">;

/** A holder of a lock that has to go gets this long to write what it has received. */
const DRAIN_MS = 1_000;

/** The tus protocol over our store. Who may do what is decided before it is called. */
export class TusServer {
  private readonly creations = new WeakMap<Request, Creation>();
  private readonly server: Server;

  constructor(path: string) {
    this.server = new Server({
      path,
      datastore: new DiskUploadStore(),
      locker: openLocker(),
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
  handle(request: Request, creation: Creation | null): Promise<Response> {
    if (creation) this.creations.set(request, creation);
    return this.server.handleWeb(request);
  }

  private async record(request: Request, id: string): Promise<Record<string, never>> {
    const creation = this.creations.get(request);
    if (!creation) throw new Error("An upload without an owner cannot be created.");
    await createUpload({ ...creation, id: blobKeySchema.parse(id) });
    return {};
  }
}
