import type { Part, S3 } from "@aws-sdk/client-s3";
import { partMemory } from "../../lib/blobs/part-memory";
import { options } from "../../lib/blobs/s3/requests";
import { StoreAwayError } from "../../lib/blobs/store";
import { PartSpool } from "../../lib/blobs/temp-file";
import { logger } from "../../lib/logging/logger";
import type { Lease } from "./tus-lease";

/** A part of a multipart upload, by what the store calls it. */
export interface PartPlace {
  id: string;
  multipart: string;
  number: number;
}

/** The store has no such upload, or no such object, and says which: a 404 without a word says neither. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchUpload" || error.name === "NoSuchKey");
}

/** The object is not there, as far as one can tell of an answer to HEAD, which has no body. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
}

/** What is kept in the bucket of uploads that are being received: parts, and objects with what has come of the part that is not full. */
export class UploadBucket {
  constructor(
    private readonly client: S3,
    private readonly bucket: string,
  ) {}

  /** All parts that the store has of a multipart upload, in no order. */
  async listParts(id: string, multipart: string): Promise<Part[]> {
    const parts: Part[] = [];
    for (let from = 0; ; ) {
      const marker = from > 0 ? String(from) : undefined;
      const page = await this.client.listParts({ Bucket: this.bucket, Key: id, UploadId: multipart, PartNumberMarker: marker }, options());
      parts.push(...(page.Parts ?? []));
      if (!page.IsTruncated) return parts;
      const next = Number(page.NextPartNumberMarker);
      // It would be asked for the same page for ever.
      if (!(next > from)) throw new StoreAwayError("The object store does not say where its list of parts goes on.", null);
      from = next;
    }
  }

  /** @throws what the store refuses it with, and the lease's reason */
  sendPart({ id, multipart, number }: PartPlace, spool: PartSpool, lease: Lease): Promise<void> {
    const part = { Bucket: this.bucket, Key: id, UploadId: multipart, PartNumber: number };
    const send = async (Body: Buffer) => {
      lease.check();
      await this.client.uploadPart({ ...part, Body, ContentLength: Body.length }, { abortSignal: lease.signal });
    };
    return partMemory().take(spool, send, lease.signal);
  }

  sendTail(name: string, spool: PartSpool, lease: Lease): Promise<void> {
    const send = async (Body: Buffer) => {
      lease.check();
      const object = { Bucket: this.bucket, Key: name, Body, ContentLength: Body.length };
      await this.client.putObject(object, { abortSignal: lease.signal });
    };
    return partMemory().take(spool, send, lease.signal);
  }

  /** @returns bytes; 0 when there is none */
  async tailSize(name: string): Promise<number> {
    try {
      return (await this.client.headObject({ Bucket: this.bucket, Key: name }, options())).ContentLength ?? 0;
    } catch (error) {
      if (isAbsent(error)) return 0;
      throw error;
    }
  }

  /** @returns what has come of the part that is not full, brought back; to be closed */
  async fetchTail(name: string): Promise<PartSpool> {
    const spool = await PartSpool.open();
    try {
      const { Body } = await this.client.getObject({ Bucket: this.bucket, Key: name }, options());
      for await (const chunk of Body as AsyncIterable<Uint8Array>) await spool.write(chunk);
      return spool;
    } catch (error) {
      await spool.close();
      throw error;
    }
  }

  /** Deletes an object that counts no more, and takes room only: should that fail, it goes with the upload. */
  async deleteTail(name: string): Promise<void> {
    await this.client.deleteObject({ Bucket: this.bucket, Key: name }, options()).catch((error: unknown) => {
      logger.warn({ err: error, object: name }, "object beside an upload not deleted");
    });
  }

  /**
   * Gives up what was begun under an id and is not finished: where the answer to a creation was lost and it was tried again, the store
   * has begun several, of which at most one is known. What cannot be given up now is found by the sweep of leftovers.
   */
  async abortUploads(id: string): Promise<void> {
    try {
      const { Uploads = [] } = await this.client.listMultipartUploads({ Bucket: this.bucket, Prefix: id }, options());
      for (const { Key, UploadId } of Uploads) {
        if (Key === id && UploadId) await this.client.abortMultipartUpload({ Bucket: this.bucket, Key, UploadId }, options());
      }
    } catch (error) {
      if (!isGone(error)) logger.warn({ err: error, upload: id }, "what was begun of an upload not given up");
    }
  }

  /** Deletes what writers have left who were lost. Nothing of it is missed, so neither is its deletion. */
  async deleteTails(id: string): Promise<void> {
    let token: string | undefined;
    try {
      do {
        const list = { Bucket: this.bucket, Prefix: `${id}.`, ContinuationToken: token };
        const page = await this.client.listObjectsV2(list, options());
        for (const { Key } of page.Contents ?? []) if (Key) await this.deleteTail(Key);
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token);
    } catch (error) {
      logger.warn({ err: error, upload: id }, "objects beside an upload not listed");
    }
  }
}
