import type { Readable } from "node:stream";
import { z } from "zod";

/** Key of a blob: random, so that nobody can guess one and no two meet. Also the id of the upload that brought it. */
export const blobKeySchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "Not a blob key.")
  .brand<"BlobKey">();
export type BlobKey = z.infer<typeof blobKeySchema>;

/** A run of bytes within a blob. */
export interface ByteSlice {
  /** First byte, from 0. */
  offset: number;
  /** Number of bytes. */
  length: number;
}

/** Something that the store keeps. */
export interface StoredObject {
  /** By which {@link BlobStore.deleteLeftover} finds it; unique in the store. */
  name: string;
  /**
   * `blob`: one, or an upload that grows under its later key. `partial`: of a blob that is being written, or was when its writer was
   * killed, or of an upload that is received in parts which become a blob when they are joined. `sidecar`: what the store keeps beside blobs and uploads, for itself.
   * `owner`: what tells whose the store is ({@link StoreOwnership}). `foreign`: nothing that the store has made.
   */
  kind: "blob" | "partial" | "sidecar" | "owner" | "foreign";
  /** Of the blob that it is, is to become or belongs to; null when its name tells of none. */
  key: BlobKey | null;
  /** Bytes; 0 where the store does not tell, as of parts. */
  size: number;
  /** When it last changed, by the store's own clock. */
  changedAt: Date;
}

/** How a store is best read from: a read costs time of its own, however short it is. Bytes. */
export interface ReadSizes {
  /** What one read of a long run brings. */
  atOnce: number;
  /** So many bytes that nobody wants cost no more than another read for what lies behind them. */
  gap: number;
}

/** What the store can take. Bytes; null where it cannot be known. */
export interface Capacity {
  total: number | null;
  free: number | null;
}

/** Name of the object that tells whose a store is. It is copied with the blobs, as part of what belongs to the database. */
export const OWNER_NAME = "sea-vision-owner";

/** Whose a store is that others may reach as well: the id of a database. */
export interface StoreOwnership {
  /** @returns null when it is nobody's yet */
  read(signal?: AbortSignal): Promise<string | null>;
  /** Makes it somebody's, unless it is by then; any number may do so at once. @returns whose it is now */
  claim(id: string): Promise<string>;
  /** Makes it somebody's, whoever had it. */
  takeOver(id: string): Promise<void>;
}

/**
 * Where blobs are kept. A blob is written once and never changed, so a reader needs no lock. Every call of one that is reached over
 * a network may throw StoreAwayError.
 * Every driver passes tests/contract/blob-store.test.ts.
 */
export interface BlobStore {
  /** Null where the store stands beside its database, and none but its processes reach it. */
  readonly ownership: StoreOwnership | null;
  readonly readSizes: ReadSizes;
  /**
   * Bytes of the blob, or null when the store has none of that key: it has answered so, and did not merely fail to answer.
   * Of an upload that grows under its later key, what it has brought; of one that is received in parts, null until they are joined.
   */
  size(key: BlobKey): Promise<number | null>;
  /**
   * Streams a slice. Ends early only with an error; destroying the stream frees what it holds. Whoever reads slowly keeps nobody else
   * from reading. Of an empty slice nobody finds out whether the blob is there.
   * @throws BlobMissingError
   */
  read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable>;
  /** Reads a slice into memory; shorter than asked only where the blob ends. @throws BlobMissingError */
  readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer>;
  /** Writes a whole blob; until it resolves the key does not exist. @returns its size. */
  write(key: BlobKey, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>;
  /** Makes what was written survive a power cut. */
  flush(key: BlobKey): Promise<void>;
  /**
   * Deletes a blob, and what was being written under its key; a missing one is no error.
   * @param known isWhole: its bytes were all there once, so that nothing unfinished is looked for
   */
  delete(key: BlobKey, known?: { isWhole: boolean }): Promise<void>;
  /**
   * Everything that the store keeps, in no order, streamed: there may be millions. What comes or goes meanwhile may be missed;
   * what stays the whole time is there, once.
   */
  list(signal?: AbortSignal): AsyncIterable<StoredObject>;
  /** Deletes a thing by the name that {@link list} gave it; a missing one is no error. Nobody may be using it. */
  deleteLeftover(name: string): Promise<void>;
  /** The time by the clock that {@link StoredObject.changedAt} is told by, which on another machine may go differently. */
  now(): Promise<Date>;
  /** How much the store can take, and how much of that is free. */
  capacity(): Promise<Capacity>;
  /** Throws when the store cannot be asked now; where a probe costs nobody anything, also when it does not take and give bytes. */
  check(signal?: AbortSignal): Promise<void>;
}

/** The database names a blob that the store does not have. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
  constructor(readonly key: string) {
    super(`Blob ${key} is missing from the object store.`);
  }
}

/** The object store cannot be asked now. Of what it holds that says nothing: it is to be asked again. */
export class StoreAwayError extends Error {
  override readonly name = "StoreAwayError";
  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}
