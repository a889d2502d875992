import { crc32 } from "node:zlib";
import { openInflated, openStored, readInflated, readStored, type Slice } from "../blobs/slice";
import type { BlobStore } from "../blobs/store";
import { archiveEnd, dataDescriptor, directoryHeader, localHeader, type ZipRecord } from "./zip-format";
import { type PlacedMember, READ_AT_ONCE_BYTES, type ZipManifest } from "./zip-manifest";

/** Small files are read so many at a time, up to so many bytes, and sent as one piece. */
const MEMBERS_AT_ONCE = 64;
const PIECE_BYTES = 1024 * 1024;

interface Writing {
  store: BlobStore;
  manifest: ZipManifest;
  signal: AbortSignal | undefined;
}

/** Bytes as {@link ZipRecord} promises them. */
const isInflated = (slice: Slice) => slice.crc32 === null;

async function readMember({ store, manifest, signal }: Writing, place: number, { record, slice }: PlacedMember): Promise<Buffer[]> {
  if (!slice) return [localHeader(record)];
  if (!isInflated(slice)) return [localHeader(record), await readStored(store, slice, undefined, signal)];
  const bytes = await readInflated(store, slice, signal);
  const checksum = crc32(bytes);
  manifest.setChecksum(place, checksum);
  return [localHeader({ ...record, crc32: checksum }), bytes];
}

const isSmall = ({ record, slice }: PlacedMember) => record.storedSize <= READ_AT_ONCE_BYTES && (slice === null || record.crc32 !== null);

/** The small members from a place on, up to the next large one. */
function takeSmall(manifest: ZipManifest, from: number): PlacedMember[] {
  const taken: PlacedMember[] = [];
  let bytes = 0;
  for (let place = from; place < manifest.length && taken.length < MEMBERS_AT_ONCE; place += 1) {
    const member = manifest.at(place);
    bytes += member.record.storedSize;
    if (!isSmall(member) || (bytes > PIECE_BYTES && taken.length > 0)) break;
    taken.push(member);
  }
  return taken;
}

async function* writeLarge({ store, manifest, signal }: Writing, place: number, record: ZipRecord, slice: Slice): AsyncGenerator<Buffer> {
  yield localHeader(record);
  const source = await (isInflated(slice) ? openInflated(store, slice, undefined, signal) : openStored(store, slice, signal));
  let written = 0;
  let checksum = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    written += chunk.length;
    if (record.crc32 === null) checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (written !== record.storedSize)
    throw new Error(`Blob ${slice.blobKey} at ${slice.offset} gave ${written} bytes of ${record.storedSize}.`);
  if (record.crc32 !== null) return;
  manifest.setChecksum(place, checksum);
  yield dataDescriptor(record, checksum);
}

function* writeDirectory(manifest: ZipManifest): Generator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for (let place = 0; place < manifest.length; place += 1) {
    const { record, offset } = manifest.at(place);
    const header = directoryHeader(record, manifest.checksumOf(place), offset);
    piece.push(header);
    bytes += header.length;
    if (bytes < READ_AT_ONCE_BYTES) continue;
    yield Buffer.concat(piece, bytes);
    piece = [];
    bytes = 0;
  }
  piece.push(archiveEnd(manifest.directory));
  yield Buffer.concat(piece);
}

/**
 * Writes a ZIP of what its manifest lists, as fast as it is taken. The bytes of the files are copied as they stand in their
 * blobs; nothing is compressed. It has just as many bytes as the manifest says, or ends with an error.
 * @throws BlobMissingError, SliceDamagedError
 */
export async function* writeZip(store: BlobStore, manifest: ZipManifest, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const writing: Writing = { store, manifest, signal };
  let place = 0;
  while (place < manifest.length) {
    const from = place;
    const small = takeSmall(manifest, from);
    if (small.length > 0) {
      const pieces = await Promise.all(small.map((member, index) => readMember(writing, from + index, member)));
      yield Buffer.concat(pieces.flat());
      place += small.length;
      continue;
    }
    const { record, slice } = manifest.at(place);
    if (slice) yield* writeLarge(writing, place, record, slice);
    place += 1;
  }
  yield* writeDirectory(manifest);
}
