import { crc32 } from "node:zlib";
import { type Neighbour, readNeighbours } from "../../blobs/neighbours";
import { Pieces } from "../../blobs/pieces";
import { inflateStored, openInflated, openStored, type Slice } from "../../blobs/slice";
import type { BlobStore } from "../../blobs/store";
import type { ZipManifest } from "../zip-manifest";
import { archiveEnd, dataDescriptor, directoryHeader, localHeader, type ZipRecord } from "./zip-format";

interface Writing {
  store: BlobStore;
  manifest: ZipManifest;
  signal: AbortSignal | undefined;
  pieces: Pieces;
}

/** Bytes as {@link ZipRecord} promises them. */
const isInflated = (slice: Slice) => slice.crc32 === null;

/** The bytes of a member that may have any length. */
async function openLarge({ store, signal }: Writing, found: Neighbour): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const { slice } = found;
  if (found.kind === "read" && slice.method === "stored") return [found.stored];
  return await (isInflated(slice) ? openInflated(store, slice, undefined, signal) : openStored(store, slice, signal));
}

async function* writeLarge(writing: Writing, place: number, record: ZipRecord, found: Neighbour): AsyncGenerator<Buffer> {
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

async function* writeMember(writing: Writing, place: number, record: ZipRecord, found: Neighbour): AsyncGenerator<Buffer> {
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
  const neighbours = readNeighbours(store, manifest.slices(), signal);
  try {
    for (let place = 0; place < manifest.length; place += 1) {
      const { record, slice } = manifest.at(place);
      const found = slice ? (await neighbours.next()).value : null;
      if (found) yield* writeMember(writing, place, record, found);
      else {
        const full = pieces.add(localHeader(record));
        if (full) yield full;
      }
    }
  } finally {
    await neighbours.return();
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

/**
 * Writes a ZIP of what its manifest lists, as fast as it is taken. The bytes of the files are copied as they stand in their
 * blobs, many by one read; nothing is compressed. It has just as many bytes as the manifest says, or ends with an error.
 * @param manifest sealed
 * @throws BlobMissingError, SliceDamagedError
 */
export async function* writeZip(store: BlobStore, manifest: ZipManifest, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const writing: Writing = { store, manifest, signal, pieces: new Pieces() };
  yield* writeMembers(writing);
  yield* writeDirectory(writing);
}
