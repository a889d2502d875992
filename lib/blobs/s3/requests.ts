import type { IncomingMessage } from "node:http";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import pLimit from "p-limit";
import { type BlobKey, BlobMissingError, type ByteSlice, StoreUnavailableError } from "../store";
import { type BucketSettings, isMissing, isNamedMissing, statusOf, toStoreError } from "./errors";

/** A request that reads, looks up or deletes is repeated when its answer has not begun within this time. Milliseconds. */
const ANSWER_MS = 15_000;

/** Fewer than the agent's connections, because the SDK counts the wait for a connection as connecting. */
const CONCURRENCY = 64;

/** Statuses of an answer to HEAD whose reason is only in a body. */
const WITHOUT_BODY = new Set([301, 400, 403, 404]);

export interface OpenRange {
  body: IncomingMessage;
  total: number;
}

interface ContentRange {
  start: number;
  end: number;
  total: number;
}

function parseContentRange(contentRange: string | undefined): ContentRange | null {
  const [, start, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? "") ?? [];
  return start === undefined ? null : { start: Number(start), end: Number(last) + 1, total: Number(total) };
}

export interface BegunParts {
  uploadId: string;
  /** False after several tries: the store may have begun an upload at each of them. */
  isOnly: boolean;
}

/** Makes requests for one bucket. Errors are a missing blob, an unavailable store, or anything else. */
export class S3Requests {
  private readonly limit = pLimit(CONCURRENCY);

  constructor(
    readonly client: S3Client,
    private readonly settings: BucketSettings,
  ) {}

  get bucket(): string {
    return this.settings.bucket;
  }

  /** Makes a request when fewer than 64 others are on the way. @throws the signal's reason, StoreUnavailableError, or the store's error */
  ask<Answer>(request: (client: S3Client) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    return this.limit(() => this.sendNow(request, signal));
  }

  private async sendNow<Answer>(request: (client: S3Client) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    try {
      return await request(this.client);
    } catch (error) {
      signal?.throwIfAborted();
      throw toStoreError(error, this.settings);
    }
  }

  async size(key: string, signal?: AbortSignal): Promise<number | null> {
    try {
      const command = new HeadObjectCommand(this.at(key));
      const { ContentLength } = await this.ask((client) => client.send(command, options(signal)), signal);
      if (ContentLength === undefined) throw new StoreUnavailableError(`The object store does not report the size of ${key}.`, null);
      return ContentLength;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // An answer without a body does not show whether the object or the bucket is missing.
      await this.requireBucket(signal);
      return null;
    }
  }

  /** Returns the store's own time. @throws StoreUnavailableError when the bucket is missing */
  async requireBucket(signal?: AbortSignal): Promise<Date> {
    let date: string | undefined;
    const command = new HeadBucketCommand({ Bucket: this.bucket });
    command.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        const { headers } = result.response as { headers?: Record<string, string> };
        date = headers?.["date"];
        return result;
      },
      { step: "deserialize", name: "noteDate", priority: "low" },
    );
    try {
      // Without the limit: health checks must get through while many parts are sent slowly.
      await this.sendNow((client) => client.send(command, options(signal)), signal);
    } catch (error) {
      if (WITHOUT_BODY.has(statusOf(error) ?? 0)) await this.explain(signal);
      throw isMissing(error) ? new StoreUnavailableError(`There is no bucket ${this.bucket}.`, error) : error;
    }
    const time = new Date(date ?? Number.NaN);
    return Number.isNaN(time.getTime()) ? new Date() : time;
  }

  /** The answer to HEAD has no body that says what is wrong. @throws StoreSettingsError or StoreUnavailableError */
  private async explain(signal?: AbortSignal): Promise<void> {
    const command = new ListObjectsV2Command({ Bucket: this.bucket, MaxKeys: 1 });
    await this.sendNow((client) => client.send(command, options(signal)), signal);
  }

  /** Opens a range for a reader with a slot. @returns null when the object ends before the range. @throws BlobMissingError */
  async open(key: BlobKey, { offset, length }: ByteSlice, signal?: AbortSignal): Promise<OpenRange | null> {
    const Range = `bytes=${offset}-${offset + length - 1}`;
    try {
      const command = new GetObjectCommand({ ...this.at(key), Range });
      const answer = await this.sendNow((client) => client.send(command, options(signal)), signal);
      const body = answer.Body as unknown as IncomingMessage;
      // Readers handle errors while they read; before and after there is nothing to do.
      body.on("error", () => undefined);
      const range = parseContentRange(answer.ContentRange);
      // Another range than the requested one would be wrong bytes, without an error.
      if (range && range.start === offset && range.end <= offset + length) return { body, total: range.total };
      body.destroy();
      throw new StoreUnavailableError(
        `The object store does not answer ranges: ${Range} of ${key} is ${answer.ContentRange ?? "whole"}.`,
        null,
      );
    } catch (error) {
      if (isMissing(error)) throw await this.judgeMissing(key, error, signal);
      if (error instanceof Error && error.name === "InvalidRange") return null;
      throw error;
    }
  }

  /** Returns the error for a 404. One that does not name the object may come from a proxy. */
  private async judgeMissing(key: BlobKey, error: unknown, signal?: AbortSignal): Promise<Error> {
    if (isNamedMissing(error) || (await this.size(key, signal)) === null) return new BlobMissingError(key);
    return new StoreUnavailableError(`Blob ${key} exists, but the object store answered 404.`, error);
  }

  async put(key: string, bytes: Buffer, signal?: AbortSignal): Promise<void> {
    const command = new PutObjectCommand({ ...this.at(key), Body: bytes, ContentLength: bytes.length });
    await this.ask((client) => client.send(command, { ...(signal && { abortSignal: signal }) }), signal);
  }

  /** Opens a whole object. Read it within {@link ask}, which converts errors of the body. */
  async get(key: string): Promise<IncomingMessage> {
    const { Body } = await this.sendNow((client) => client.send(new GetObjectCommand(this.at(key)), options()));
    return Body as unknown as IncomingMessage;
  }

  /** Deletes an object; a missing one is no error. */
  async delete(key: string): Promise<void> {
    await this.ask((client) => client.send(new DeleteObjectCommand(this.at(key)), options())).catch(ignoreMissing);
  }

  async beginParts(key: string): Promise<BegunParts> {
    const command = new CreateMultipartUploadCommand(this.at(key));
    const { UploadId: uploadId, $metadata } = await this.ask((client) => client.send(command, options()));
    if (!uploadId) throw new StoreUnavailableError("The object store returned no id for a multipart upload.", null);
    return { uploadId, isOnly: $metadata.attempts === 1 };
  }

  async putPart(key: string, uploadId: string, number: number, bytes: Buffer, signal: AbortSignal): Promise<CompletedPart> {
    const part = { UploadId: uploadId, PartNumber: number, Body: bytes, ContentLength: bytes.length };
    const command = new UploadPartCommand({ ...this.at(key), ...part });
    const { ETag } = await this.ask((client) => client.send(command, { abortSignal: signal }), signal);
    return { ETag, PartNumber: number };
  }

  async joinParts(key: string, uploadId: string, parts: CompletedPart[], size: number): Promise<void> {
    const command = new CompleteMultipartUploadCommand({ ...this.at(key), UploadId: uploadId, MultipartUpload: { Parts: parts } });
    try {
      await this.ask((client) => client.send(command));
    } catch (error) {
      // The parts are joined when only the answer was lost.
      if ((await this.size(key)) !== size) throw error;
    }
  }

  /** Aborts a multipart upload; a missing one is no error. */
  async abortParts(key: string, uploadId: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.at(key), UploadId: uploadId });
    await this.ask((client) => client.send(command, options())).catch(ignoreMissing);
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: key };
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

export function options(signal?: AbortSignal): { requestTimeout: number; abortSignal?: AbortSignal } {
  return { requestTimeout: ANSWER_MS, ...(signal && { abortSignal: signal }) };
}
