import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createInflateRaw, inflateRaw } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { BlobKey, BlobStore, ByteSlice } from "./store";

/** Where the bytes of a file are: a range of a blob, stored or deflated. */
export interface Slice {
  blobKey: BlobKey;
  /** First byte in the blob: of the bytes themselves, or of the ZIP local file header before them. */
  offset: number;
  hasLocalHeader: boolean;
  storedSize: number;
  size: number;
  method: "stored" | "deflated";
  /** Unsigned, of the file itself; null when it was never computed. */
  crc32: number | null;
}

/** The bytes of the blob do not match the entry. */
export class SliceDamagedError extends Error {
  override readonly name = "SliceDamagedError";
  constructor(slice: Slice, problem: string) {
    super(`Blob ${slice.blobKey} at ${slice.offset}: ${problem}.`);
  }
}

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
/** Nearly every local header with name and extra fields fits, so one read gets header and data. */
const HEADER_READ_BYTES = 512;

const inflateBytes = promisify(inflateRaw);

/** Blobs never change, so a resolved offset stays valid. */
const dataOffsets = new LRUCache<string, number>({ max: 100_000 });

function offsetKey(slice: Slice): string {
  return `${slice.blobKey}:${slice.offset}`;
}

function knownDataOffset(slice: Slice): number | undefined {
  return slice.hasLocalHeader ? dataOffsets.get(offsetKey(slice)) : slice.offset;
}

/** Returns the offset of the data, which only the local file header has (APPNOTE 4.3.7). */
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

/** Returns the bytes to read for a slice with its local header; enough unless the header is unusually long. */
export function extentOf(slice: Slice): ByteSlice {
  const dataOffset = knownDataOffset(slice) ?? slice.offset + HEADER_READ_BYTES;
  return { offset: slice.offset, length: dataOffset + slice.storedSize - slice.offset };
}

/** Cuts the stored bytes of a slice out of bytes of its blob from `start`. @returns null when they end first @throws SliceDamagedError */
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

/** Reads header and data at once. @returns null when the header is unusually long */
async function readWithHeader(store: BlobStore, slice: Slice, length: number, signal?: AbortSignal): Promise<Buffer | null> {
  const bytes = await store.readBytes(slice.blobKey, { offset: slice.offset, length: HEADER_READ_BYTES + length }, signal);
  const start = resolveDataOffset(slice, bytes) - slice.offset;
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : null;
}

async function readRange(store: BlobStore, slice: Slice, range: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
  if (range.length === 0) return Buffer.alloc(0);
  if (range.offset === 0 && knownDataOffset(slice) === undefined) {
    const bytes = await readWithHeader(store, slice, range.length, signal);
    if (bytes) return bytes;
  }
  const start = await findDataOffset(store, slice, signal);
  const bytes = await store.readBytes(slice.blobKey, { offset: start + range.offset, length: range.length }, signal);
  if (bytes.length < range.length) throw new SliceDamagedError(slice, "the blob ends within the slice");
  return bytes;
}

async function openRange(store: BlobStore, slice: Slice, range: ByteSlice, signal?: AbortSignal): Promise<Readable> {
  if (range.length === 0) return Readable.from([]);
  const start = await findDataOffset(store, slice, signal);
  return store.read(slice.blobKey, { offset: start + range.offset, length: range.length }, signal);
}

/** Reads stored bytes of a slice, or a range of them, without inflating. @throws BlobMissingError, SliceDamagedError */
export function readStored(store: BlobStore, slice: Slice, range?: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
  return readRange(store, slice, range ?? { offset: 0, length: slice.storedSize }, signal);
}

/** Streams the stored bytes of a slice; deflated ones stay deflated. @throws BlobMissingError, SliceDamagedError */
export function openStored(store: BlobStore, slice: Slice, signal?: AbortSignal): Promise<Readable> {
  return openRange(store, slice, { offset: 0, length: slice.storedSize }, signal);
}

/** Reads a small file into memory, inflated. @throws BlobMissingError, SliceDamagedError */
export async function readInflated(store: BlobStore, slice: Slice, signal?: AbortSignal): Promise<Buffer> {
  return inflateStored(slice, await readStored(store, slice, undefined, signal));
}

/** Inflates the stored bytes of a slice. @throws SliceDamagedError when they do not inflate to exactly its size */
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

/** Yields a range of the inflated bytes, and checks their total size. */
async function* cutInflated(inflated: AsyncIterable<Buffer>, slice: Slice, range: ByteSlice): AsyncGenerator<Buffer> {
  const end = range.offset + range.length;
  let position = 0;
  for await (const chunk of inflated) {
    const start = position;
    position += chunk.length;
    if (position > slice.size) throw new SliceDamagedError(slice, "it inflates to more than its size");
    if (position > range.offset && start < end) yield chunk.subarray(Math.max(0, range.offset - start), end - start);
    // A range at the end of the file also checks that the stream ends there.
    if (position >= end && end < slice.size) return;
  }
  if (position < slice.size) throw new SliceDamagedError(slice, "it inflates to less than its size");
}

/** Streams a file or a range of it, inflated. Fails unless it inflates to its size. @throws BlobMissingError, SliceDamagedError */
export async function openInflated(store: BlobStore, slice: Slice, range?: ByteSlice, signal?: AbortSignal): Promise<Readable> {
  const part = range ?? { offset: 0, length: slice.size };
  if (slice.method === "stored") return openRange(store, slice, part, signal);
  if (part.length === 0) return Readable.from([]);
  const stored = await openStored(store, slice, signal);
  // Errors are thrown where the inflated bytes are read; the callback keeps them from being thrown twice.
  const inflated = pipeline(stored, createInflateRaw(), () => undefined);
  return Readable.from(cutInflated(inflated, slice, part), { objectMode: false, signal });
}
