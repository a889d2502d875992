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
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Turns } from "../../turns";
import { type BlobKey, BlobMissingError, type ByteSlice, StoreAwayError } from "../store";
import { isMissing, isNamedMissing, toStoreError } from "./errors";

/** An answer that reads, looks up or deletes begins within this time, or the request is made again. Milliseconds. */
const ANSWER_MS = 15_000;

/**
 * Requests at once, those of readers apart, who have slots. Fewer than there are connections: to the SDK, waiting for a
 * connection is a connection that fails.
 */
const ASKED_AT_ONCE = 64;

/** The body of a ranged request. Whoever has it drains or destroys it. */
export interface OpenRange {
  body: IncomingMessage;
  /** Where in the object it ends: the byte after its last. */
  end: number;
  /** Bytes of the whole object. */
  total: number;
}

interface TellsRange {
  start: number;
  end: number;
  total: number;
}

/** `bytes 5-9/10` */
function parseContentRange(contentRange: string | undefined): TellsRange | null {
  const [, start, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? "") ?? [];
  return start === undefined ? null : { start: Number(start), end: Number(last) + 1, total: Number(total) };
}

/** A multipart upload. */
export interface BegunParts {
  uploadId: string;
  /** False where it took several tries: the store may have begun one at each of them. */
  isOnly: boolean;
}

/** What is asked of one bucket, with the store's errors told apart: a missing blob, a store that is away, anything else. */
export class S3Requests {
  private readonly turns = new Turns(ASKED_AT_ONCE);

  constructor(
    readonly client: S3Client,
    readonly bucket: string,
  ) {}

  /** Makes a request. @throws the signal's reason, StoreAwayError, or what the store refuses it with */
  ask<Answer>(request: (client: S3Client) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    return this.turns.take(() => this.askAtOnce(request, signal));
  }

  private async askAtOnce<Answer>(request: (client: S3Client) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    try {
      return await request(this.client);
    } catch (error) {
      signal?.throwIfAborted();
      throw toStoreError(error);
    }
  }

  /** @returns bytes of an object, or null when there is none */
  async size(key: string, signal?: AbortSignal): Promise<number | null> {
    try {
      const { ContentLength } = await this.ask(
        (client) => client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }), options(signal)),
        signal,
      );
      if (ContentLength === undefined) throw new StoreAwayError(`The object store does not tell the size of ${key}.`, null);
      return ContentLength;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // An answer without a body does not say what is missing, and a missing bucket says nothing of its objects.
      await this.requireBucket(signal);
      return null;
    }
  }

  /** @returns the store's own time. @throws StoreAwayError when the bucket is not there */
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
      // Without waiting for its turn: whether the store is there must be known as well while many parts go there slowly.
      await this.askAtOnce((client) => client.send(command, options(signal)), signal);
    } catch (error) {
      throw isMissing(error) ? new StoreAwayError(`There is no bucket ${this.bucket}.`, error) : error;
    }
    const told = new Date(date ?? Number.NaN);
    return Number.isNaN(told.getTime()) ? new Date() : told;
  }

  /** For who holds a slot. @returns null where the object ends before the range begins. @throws BlobMissingError */
  async open(key: BlobKey, { offset, length }: ByteSlice, signal?: AbortSignal): Promise<OpenRange | null> {
    const Range = `bytes=${offset}-${offset + length - 1}`;
    try {
      const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, Range });
      const answer = await this.askAtOnce((client) => client.send(command, options(signal)), signal);
      const body = answer.Body as unknown as IncomingMessage;
      // Whoever reads it hears of its errors; before and after there is nobody, and nothing to do.
      body.on("error", () => undefined);
      const told = parseContentRange(answer.ContentRange);
      // Another range than was asked for would be other bytes than are wanted, and nobody would notice.
      if (told && told.start === offset && told.end <= offset + length) return { body, end: told.end, total: told.total };
      body.destroy();
      throw new StoreAwayError(`The object store does not answer ranges: ${Range} of ${key} is ${answer.ContentRange ?? "whole"}.`, null);
    } catch (error) {
      if (isMissing(error)) throw await this.judgeMissing(key, error, signal);
      if (error instanceof Error && error.name === "InvalidRange") return null;
      throw error;
    }
  }

  /** A 404 that does not name the object may be anybody's on the way to the store. */
  private async judgeMissing(key: BlobKey, error: unknown, signal?: AbortSignal): Promise<Error> {
    if (isNamedMissing(error) || (await this.size(key, signal)) === null) return new BlobMissingError(key);
    return new StoreAwayError(`Blob ${key} is there, and was answered with 404.`, error);
  }

  async put(key: string, bytes: Buffer, signal?: AbortSignal): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes, ContentLength: bytes.length });
    await this.ask((client) => client.send(command, { ...(signal && { abortSignal: signal }) }), signal);
  }

  /** Deletes an object; a missing one is no error. */
  async delete(key: string, signal?: AbortSignal): Promise<void> {
    try {
      await this.ask((client) => client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }), options(signal)), signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async beginParts(key: string): Promise<BegunParts> {
    const { UploadId: uploadId, $metadata } = await this.ask((client) =>
      client.send(new CreateMultipartUploadCommand({ Bucket: this.bucket, Key: key }), options()),
    );
    if (!uploadId) throw new StoreAwayError("The object store names no id for a multipart upload.", null);
    return { uploadId, isOnly: $metadata.attempts === 1 };
  }

  async putPart(key: string, uploadId: string, number: number, bytes: Buffer, signal: AbortSignal): Promise<CompletedPart> {
    const command = new UploadPartCommand({
      Bucket: this.bucket,
      Key: key,
      UploadId: uploadId,
      PartNumber: number,
      Body: bytes,
      ContentLength: bytes.length,
    });
    const { ETag } = await this.ask((client) => client.send(command, { abortSignal: signal }), signal);
    return { ETag, PartNumber: number };
  }

  /** Makes an object of its parts. Answers may take long, and get lost. */
  async joinParts(key: string, uploadId: string, parts: CompletedPart[], size: number): Promise<void> {
    const command = new CompleteMultipartUploadCommand({
      Bucket: this.bucket,
      Key: key,
      UploadId: uploadId,
      MultipartUpload: { Parts: parts },
    });
    try {
      await this.ask((client) => client.send(command));
    } catch (error) {
      // The second try of one that was done, or one whose answer was lost: the object tells.
      if ((await this.size(key)) !== size) throw error;
    }
  }

  /** Gives parts up; those that are gone are no error. */
  async abandonParts(key: string, uploadId: string): Promise<void> {
    try {
      await this.ask((client) =>
        client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: uploadId }), options()),
      );
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** Of a request that is answered quickly. */
export function options(signal?: AbortSignal): { requestTimeout: number; abortSignal?: AbortSignal } {
  return { requestTimeout: ANSWER_MS, ...(signal && { abortSignal: signal }) };
}
