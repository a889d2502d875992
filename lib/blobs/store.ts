import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { z } from "zod";

/** Key of a blob: random, so that it is unique and can't be guessed. Also the id of the upload that becomes the blob. */
export const blobKeySchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "Not a blob key.")
  .brand<"BlobKey">();
export type BlobKey = z.infer<typeof blobKeySchema>;

export interface ByteSlice {
  offset: number;
  length: number;
}

export interface StoredObject {
  /** Unique in the store; for {@link BlobStore.deleteLeftover}. */
  name: string;
  /**
   * `blob`: a blob, or an upload on disk under its later key. `partial`: a blob that is being written or was left by a killed process,
   * or an upload whose parts are not joined yet. `sidecar`: an object that the store keeps next to blobs and uploads. `owner`: the object
   * that names the store's owner ({@link StoreOwnership}). `foreign`: not made by the store.
   */
  kind: "blob" | "partial" | "sidecar" | "owner" | "foreign";
  /** Key of the blob that the object is, becomes or belongs to; null when its name has none. */
  key: BlobKey | null;
  /** Bytes; 0 when the store does not report them, as for parts. */
  size: number;
  /** Time of the last change, by the store's own clock. */
  changedAt: Date;
}

/** The best sizes for reads, because each read has a fixed cost. Bytes. */
export interface ReadSizes {
  atOnce: number;
  /** Reading over a gap of this size costs no more than another read. */
  gap: number;
}

export interface Capacity {
  total: number | null;
  free: number | null;
}

/** Name of the object that names the owner of a store. Backups copy it with the blobs. */
export const OWNER_NAME = "sea-vision-owner";

/** Returns what an object is by its name: a key, a key with an ending, the owner, a probe of a folder, or nothing of ours. */
export function describeName(name: string): Pick<StoredObject, "kind" | "key"> {
  if (name === OWNER_NAME) return { kind: "owner", key: null };
  const [stem, ...endings] = name.split(".");
  const key = blobKeySchema.safeParse(stem).data ?? null;
  if (key === null) return { kind: /^probe-[0-9a-f]{16}$/.test(name) ? "sidecar" : "foreign", key };
  return { kind: endings.length === 0 ? "blob" : "sidecar", key };
}

/** The owner of a store that others can reach too: the id of a database. */
export interface StoreOwnership {
  read(): Promise<string | null>;
  /** Sets the owner unless there is one. Processes may do so at the same time. @returns the owner */
  claim(id: string): Promise<string>;
  takeOver(id: string): Promise<void>;
}

/** Stores blobs, which are written once and never changed. Calls may throw StoreUnavailableError. See tests/contract/blob-store.test.ts. */
export interface BlobStore {
  /** Null for a store that only the processes of one database can reach. */
  readonly ownership: StoreOwnership | null;
  readonly readSizes: ReadSizes;
  /** Returns the size in bytes, or null when missing. On disk an unfinished upload has its received size; in a bucket it is missing. */
  size(key: BlobKey): Promise<number | null>;
  /** Streams a slice; ends early only with an error. Does not check the blob of an empty slice. @throws BlobMissingError */
  read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable>;
  /** Reads a slice into memory; shorter only at the end of the blob. @throws BlobMissingError */
  readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer>;
  /** Writes a whole blob. The key does not exist until it resolves. @returns the size in bytes */
  write(key: BlobKey, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>;
  /** Makes written bytes survive a power cut. */
  flush(key: BlobKey): Promise<void>;
  /** Deletes a blob and unfinished writes under its key, if any. @param known isWhole: the blob was complete, without unfinished writes */
  delete(key: BlobKey, known?: { isWhole: boolean }): Promise<void>;
  /** Lists all objects, in no order. Objects that come or go meanwhile may be missed; all others are listed once. */
  list(signal?: AbortSignal): AsyncIterable<StoredObject>;
  /** Deletes an unused object by its listed name. A missing one is no error. */
  deleteLeftover(name: string): Promise<void>;
  /** Returns the time of the store's own clock, by which {@link StoredObject.changedAt} is measured. */
  now(): Promise<Date>;
  capacity(): Promise<Capacity>;
  /** Throws when the store is unavailable. On disk also writes and reads a test file. */
  check(signal?: AbortSignal): Promise<void>;
}

/** A blob that the database names is missing from the store. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
  constructor(readonly key: string) {
    super(`Blob ${key} is missing from the object store.`);
  }
}

/** The object store is unavailable. Its blobs may still exist; try again later. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

/** The settings of the object store are wrong. The message names what is wrong and the remedy, for operators. */
export class StoreSettingsError extends StoreUnavailableError {
  readonly code = "STORE_SETTINGS";
}

export function newBlobKey(): BlobKey {
  return blobKeySchema.parse(randomBytes(16).toString("hex"));
}
