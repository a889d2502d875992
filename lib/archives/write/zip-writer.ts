import { crc32 } from "node:zlib";
import { ChunkBuffer } from "../../blobs/chunk-buffer";
import { readCoalesced, type SliceRead } from "../../blobs/coalesced-reads";
import { inflateStored, openInflated, openStored, type Slice } from "../../blobs/slice";
import type { BlobStore } from "../../blobs/store";
import { archiveEnd, dataDescriptor, directoryHeader, localHeader, type ZipRecord } from "./zip-format";
import type { ZipManifest } from "./zip-manifest";

interface Writing {
  store: BlobStore;
  manifest: ZipManifest;
  signal: AbortSignal | undefined;
  pieces: ChunkBuffer;
}

/** A slice without a checksum is written inflated. */
const isInflated = (slice: Slice) => slice.crc32 === null;

async function openLarge({ store, signal }: Writing, found: SliceRead): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const { slice } = found;
  if (found.kind === "read" && slice.method === "stored") return [found.stored];
  return await (isInflated(slice) ? openInflated(store, slice, undefined, signal) : openStored(store, slice, signal));
}

async function* writeLarge(writing: Writing, place: number, record: ZipRecord, found: SliceRead): AsyncGenerator<Buffer> {
  const { manifest, pieces } = writing;
  const before = pieces.add(localHeader(record));
  if (before) yield before;
  const header = pieces.take();
  if (header) yield header;
  let written = 0;
  let checksum = 0;
  for await (const chunk of await openLarge(writing, found)) {
    written += chunk.length;
    if (record.crc32 === null) checksum = crc32(chunk, checksum);
    yield chunk;
  }
  const { blobKey, offset } = found.slice;
  if (written !== record.storedSize) throw new Error(`Blob ${blobKey} at ${offset} gave ${written} bytes of ${record.storedSize}.`);
  if (record.crc32 !== null) return;
  manifest.setChecksum(place, checksum);
  pieces.add(dataDescriptor(record, checksum));
}

async function* writeMember(writing: Writing, place: number, record: ZipRecord, found: SliceRead): AsyncGenerator<Buffer> {
  if (found.kind === "failed") throw found.error;
  if (found.kind === "large" || record.crc32 === null) return yield* writeLarge(writing, place, record, found);
  const { slice, stored } = found;
  const bytes = isInflated(slice) ? await inflateStored(slice, stored) : stored;
  const checksum = isInflated(slice) ? crc32(bytes) : record.crc32;
  writing.manifest.setChecksum(place, checksum);
  for (const part of [localHeader({ ...record, crc32: checksum }), bytes]) {
    const full = writing.pieces.add(part);
    if (full) yield full;
  }
}

async function* writeMembers(writing: Writing): AsyncGenerator<Buffer> {
  const { store, manifest, signal, pieces } = writing;
  const reads = readCoalesced(store, manifest.slices(), signal);
  try {
    for (let place = 0; place < manifest.length; place += 1) {
      const { record, slice } = manifest.at(place);
      const found = slice ? (await reads.next()).value : null;
      if (found) yield* writeMember(writing, place, record, found);
      else {
        const full = pieces.add(localHeader(record));
        if (full) yield full;
      }
    }
  } finally {
    await reads.return();
  }
}

function* writeDirectory({ manifest, pieces }: Writing): Generator<Buffer> {
  for (let place = 0; place < manifest.length; place += 1) {
    const { record, offset } = manifest.at(place);
    const full = pieces.add(directoryHeader(record, manifest.checksumOf(place), offset));
    if (full) yield full;
  }
  const full = pieces.add(archiveEnd(manifest.directory));
  if (full) yield full;
  const last = pieces.take();
  if (last) yield last;
}

/** Writes the ZIP of a sealed manifest: exactly `manifest.size` bytes. @throws BlobMissingError, SliceDamagedError */
export async function* writeZip(store: BlobStore, manifest: ZipManifest, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const writing: Writing = { store, manifest, signal, pieces: new ChunkBuffer() };
  yield* writeMembers(writing);
  yield* writeDirectory(writing);
}
