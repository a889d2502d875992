import { archiveEnd, directoryHeader, localHeader } from "../../lib/archives/write/zip-format";
import type { ZipManifest } from "../../lib/archives/write/zip-manifest";
import { readStored } from "../../lib/blobs/slice";
import type { BlobStore } from "../../lib/blobs/store";

const AT_ONCE = 64;

/** The comparison: the same ZIP of small files with known checksums, with one request per file, 64 at once. */
export async function* writeOneByOne(store: BlobStore, manifest: ZipManifest): AsyncGenerator<Buffer, void, undefined> {
  for (let from = 0; from < manifest.length; from += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, manifest.length - from) }, (_, place) => from + place);
    const pieces = await Promise.all(
      places.map(async (place) => {
        const { record, slice } = manifest.at(place);
        return slice ? [localHeader(record), await readStored(store, slice)] : [localHeader(record)];
      }),
    );
    yield Buffer.concat(pieces.flat());
  }
  const directory: Buffer[] = [];
  for (let place = 0; place < manifest.length; place += 1) {
    const { record, offset } = manifest.at(place);
    directory.push(directoryHeader(record, manifest.checksumOf(place), offset));
  }
  yield Buffer.concat([...directory, archiveEnd(manifest.directory)]);
}
