import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createInflateRaw, inflateRaw } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { BlobKey, BlobStore, ByteSlice } from "./store";

/** Where the bytes of a file are: a run of bytes in a blob, as they are or deflated (DESIGN §1). */
export interface Slice {
  blobKey: BlobKey;
  /** First byte in the blob: of the bytes themselves, or of the ZIP local file header before them. */
  offset: number;
  hasLocalHeader: boolean;
  /** Bytes in the blob, without a local header. */
  storedSize: number;
  /** Bytes of the file itself. */
  size: number;
  method: "stored" | "deflated";
  /** Unsigned, of the file itself; null when it was never computed. */
  crc32: number | null;
}

/** The blob does not hold at this place what its entry says. */
export class SliceDamagedError extends Error {
  override readonly name = "SliceDamagedError";
  constructor(slice: Slice, problem: string) {
    super(`Blob ${slice.blobKey} at ${slice.offset}: ${problem}.`);
  }
}

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
/** Room for the name and extra fields after it: nearly every local header of a real archive fits, so one read gets header and data. */
const HEADER_READ_BYTES = 512;

const inflateBytes = promisify(inflateRaw);

/** Blobs never change, so what was resolved once holds for good. */
const dataOffsets = new LRUCache<string, number>({ max: 100_000 });

function offsetKey(slice: Slice): string {
  return `${slice.blobKey}:${slice.offset}`;
}

function knownDataOffset(slice: Slice): number | undefined {
  return slice.hasLocalHeader ? dataOffsets.get(offsetKey(slice)) : slice.offset;
}

/** Reads where the data begins off a local file header (APPNOTE 4.3.7), the only place that tells. */
function resolveDataOffset(slice: Slice, header: Buffer): number {
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) {
    throw new SliceDamagedError(slice, "there is no local file header");
  }
  if (header.readUInt16LE(8) !== (slice.method === "deflated" ? 8 : 0)) {
    throw new SliceDamagedError(slice, "the local file header names another method");
  }
  const dataOffset = slice.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  dataOffsets.set(offsetKey(slice), dataOffset);
  return dataOffset;
}

/** What is to be read for a slice, its local header included: all of it, when the header is no longer than most. */
export function extentOf(slice: Slice): ByteSlice {
  const dataOffset = knownDataOffset(slice) ?? slice.offset + HEADER_READ_BYTES;
  return { offset: slice.offset, length: dataOffset + slice.storedSize - slice.offset };
}

/**
 * Cuts the bytes of a slice, as they stand, out of a run of its blob, without a copy.
 * @param bytes of the blob, from `start` on, which is at or before the slice
 * @returns null when they end before the slice does
 * @throws SliceDamagedError
 */
export function cutStored(slice: Slice, bytes: Buffer, start: number): Buffer | null {
  if (slice.storedSize === 0) return Buffer.alloc(0);
  const dataOffset = knownDataOffset(slice) ?? resolveDataOffset(slice, bytes.subarray(slice.offset - start));
  const from = dataOffset - start;
  return from + slice.storedSize <= bytes.length ? bytes.subarray(from, from + slice.storedSize) : null;
}

async function findDataOffset(store: BlobStore, slice: Slice, signal?: AbortSignal): Promise<number> {
  const known = knownDataOffset(slice);
  if (known !== undefined) return known;
  return resolveDataOffset(slice, await store.readBytes(slice.blobKey, { offset: slice.offset, length: LOCAL_HEADER_BYTES }, signal));
}

/** Header and data in one read, when the header is no longer than most. @returns null when it is */
async function readWithHeader(store: BlobStore, slice: Slice, length: number, signal?: AbortSignal): Promise<Buffer | null> {
  const bytes = await store.readBytes(slice.blobKey, { offset: slice.offset, length: HEADER_READ_BYTES + length }, signal);
  const start = resolveDataOffset(slice, bytes) - slice.offset;
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : null;
}

async function readRun(store: BlobStore, slice: Slice, run: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
  if (run.length === 0) return Buffer.alloc(0);
  if (run.offset === 0 && knownDataOffset(slice) === undefined) {
    const bytes = await readWithHeader(store, slice, run.length, signal);
    if (bytes) return bytes;
  }
  const start = await findDataOffset(store, slice, signal);
  const bytes = await store.readBytes(slice.blobKey, { offset: start + run.offset, length: run.length }, signal);
  if (bytes.length < run.length) throw new SliceDamagedError(slice, "the blob ends within the slice");
  return bytes;
}

async function openRun(store: BlobStore, slice: Slice, run: ByteSlice, signal?: AbortSignal): Promise<Readable> {
  if (run.length === 0) return Readable.from([]);
  const start = await findDataOffset(store, slice, signal);
  return store.read(slice.blobKey, { offset: start + run.offset, length: run.length }, signal);
}

/**
 * Reads the bytes of a slice as they stand, a deflated one still deflated, into memory.
 * @param run a part of them; all when left out
 * @throws BlobMissingError, SliceDamagedError
 */
export function readStored(store: BlobStore, slice: Slice, run?: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
  return readRun(store, slice, run ?? { offset: 0, length: slice.storedSize }, signal);
}

/**
 * Streams the bytes of a slice as they stand, a deflated one still deflated.
 * @throws BlobMissingError, SliceDamagedError
 */
export function openStored(store: BlobStore, slice: Slice, signal?: AbortSignal): Promise<Readable> {
  return openRun(store, slice, { offset: 0, length: slice.storedSize }, signal);
}

/**
 * Reads the file itself into memory: for small ones.
 * @throws BlobMissingError, SliceDamagedError also when it does not inflate to exactly its size
 */
export async function readInflated(store: BlobStore, slice: Slice, signal?: AbortSignal): Promise<Buffer> {
  return inflateStored(slice, await readStored(store, slice, undefined, signal));
}

/**
 * Makes the file itself of the bytes of its slice.
 * @throws SliceDamagedError when they do not inflate to exactly its size
 */
export async function inflateStored(slice: Slice, stored: Buffer): Promise<Buffer> {
  if (slice.method === "stored") return stored;
  if (slice.size === 0) return Buffer.alloc(0);
  let bytes: Buffer;
  try {
    bytes = await inflateBytes(stored, { maxOutputLength: slice.size, chunkSize: Math.max(64, slice.size) });
  } catch (cause) {
    throw new SliceDamagedError(slice, `it does not inflate (${cause instanceof Error ? cause.message : cause})`);
  }
  if (bytes.length !== slice.size) throw new SliceDamagedError(slice, "it inflates to less than its size");
  return bytes;
}

/** Passes on the window `range` of what a deflated slice inflates to, and holds it to its size. */
async function* cutInflated(inflated: AsyncIterable<Buffer>, slice: Slice, range: ByteSlice): AsyncGenerator<Buffer> {
  const end = range.offset + range.length;
  let position = 0;
  for await (const chunk of inflated) {
    const start = position;
    position += chunk.length;
    if (position > slice.size) throw new SliceDamagedError(slice, "it inflates to more than its size");
    if (position > range.offset && start < end) yield chunk.subarray(Math.max(0, range.offset - start), end - start);
    // Up to the end of the file the stream has to end there too; before it there is nothing left to learn.
    if (position >= end && end < slice.size) return;
  }
  if (position < slice.size) throw new SliceDamagedError(slice, "it inflates to less than its size");
}

/**
 * Streams the file itself. A range of a stored file is read straight from the blob; of a deflated one, what stands before
 * the range is inflated and dropped.
 * @param range a part of the file within its size; all when left out
 * @throws BlobMissingError, SliceDamagedError. The stream ends with an error when it does not inflate to exactly its size
 */
export async function openInflated(store: BlobStore, slice: Slice, range?: ByteSlice, signal?: AbortSignal): Promise<Readable> {
  const run = range ?? { offset: 0, length: slice.size };
  if (slice.method === "stored") return openRun(store, slice, run, signal);
  if (run.length === 0) return Readable.from([]);
  const stored = await openStored(store, slice, signal);
  // An error of either is thrown where the inflated bytes are read; the callback only keeps it from being thrown twice.
  const inflated = pipeline(stored, createInflateRaw(), () => undefined);
  return Readable.from(cutInflated(inflated, slice, run), { objectMode: false, signal });
}
