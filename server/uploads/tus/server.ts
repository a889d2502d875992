import { Server } from "@tus/server";
import { type DataStore, ERRORS } from "@tus/utils";
import type { AuditActor } from "../../../lib/audit/mutations";
import { countCalls } from "../../../lib/blobs/measured";
import { createS3Client } from "../../../lib/blobs/s3/client";
import { S3Requests } from "../../../lib/blobs/s3/requests";
import type { BlobKey } from "../../../lib/blobs/store";
import { env } from "../../../lib/env";
import { AppError, type ErrorCode, notFound } from "../../../lib/errors";
import { errorAnswer } from "../../../lib/http/route";
import { createUpload, deleteUpload, type NewUpload } from "../../../lib/imports/uploads/mutations";
import { lockLost } from "../../../lib/imports/uploads/receiving";
import { MAX_UPLOAD_BYTES } from "../../../lib/imports/uploads/schema";
import { logger } from "../../../lib/logging/logger";
import { ending } from "../../health/ending";
import { DiskUploadStore, openFileStore } from "./disk-store";
import { PostgresLocker } from "./locker";
import { S3UploadStore } from "./s3-store";
import { finishUpload, type UploadContext } from "./upload";

interface TusError {
  status_code: number;
  body: string;
}

function isTusError(error: unknown): error is TusError {
  return typeof error === "object" && error !== null && "status_code" in error && "body" in error;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "bad_request",
  409: "conflict",
  410: "gone",
  413: "too_large",
  501: "bad_request",
};

/** Converts an error of the tus library, which is a plain object, to an AppError. Some have a status with another meaning here. */
function fromTusError(error: unknown): unknown {
  if (error instanceof AppError || !isTusError(error)) return error;
  if (error === ERRORS.FILE_NOT_FOUND) return notFound();
  if (error === ERRORS.ABORTED) return lockLost();
  const message = error.body.trim();
  const code = error === ERRORS.MISSING_OFFSET ? "bad_request" : codes[error.status_code];
  return code ? new AppError(code, message) : new Error(message, { cause: error });
}

/** Returns the error for a HEAD. On a status from 500, tus-js-client abandons the upload and begins a new one. */
export function forHead(error: unknown): unknown {
  if (errorAnswer(error).status < 500) return error;
  return new AppError("locked", "Try again in a moment.", { retryAfter: 5 });
}

export interface TusRequest {
  request: Request;
  id: BlobKey;
  actor: AuditActor;
  creation: Omit<NewUpload, "id"> | null;
}

/** A lock holder that is asked to release gets this long to store what it has received. */
const DRAIN_MS = 1_000;

function storeOpener(): (context: UploadContext) => DataStore {
  const { s3 } = env();
  if (s3) {
    const client = createS3Client(s3);
    countCalls(client);
    const requests = new S3Requests(client, s3);
    return (context) => new S3UploadStore(requests, context);
  }
  const files = openFileStore();
  return (context) => new DiskUploadStore(files, context);
}

/** Answers requests of the tus protocol. Each gets a tus server of its own, which knows the actor and the lock of the request. */
export class TusServer {
  private readonly openStore = storeOpener();
  private readonly locker = new PostgresLocker(ending.closes);

  constructor(
    private readonly path: string,
    private readonly drainMs = DRAIN_MS,
  ) {}

  async handle({ request, id, actor, creation }: TusRequest): Promise<Response> {
    const lock = this.locker.newLock(id, request.method === "DELETE");
    let isRecorded = false;
    const server = new Server({
      path: this.path,
      datastore: this.openStore({ actor, lock }),
      locker: { newLock: () => lock },
      lockDrainTimeout: this.drainMs,
      maxSize: MAX_UPLOAD_BYTES,
      // Works behind every proxy, for any host name.
      relativeLocation: true,
      allowedOrigins: () => false,
      namingFunction: () => id,
      onUploadCreate: async () => {
        if (!creation) throw new Error("An upload without an owner cannot be created.");
        await createUpload({ ...creation, id }, actor);
        isRecorded = true;
        return {};
      },
      // Before the answer to the last PATCH: the client may use the upload as soon as it has the answer.
      onUploadFinish: async (_request, upload) => {
        await finishUpload(upload, actor);
        return {};
      },
      onResponseError: (_request, error) => {
        throw fromTusError(error);
      },
    });
    try {
      const answer = await server.handleWeb(request);
      // The tus server refuses wrong headers without calling onResponseError.
      if (answer.status >= 400) throw fromTusError({ status_code: answer.status, body: await answer.text() });
      return answer;
    } catch (error) {
      if (isRecorded) await this.forget(id, actor);
      throw error;
    }
  }

  private async forget(id: BlobKey, actor: AuditActor): Promise<void> {
    try {
      await deleteUpload(id, actor);
    } catch (error) {
      logger.warn({ err: error, upload: id }, "upload not deleted");
    }
  }
}
