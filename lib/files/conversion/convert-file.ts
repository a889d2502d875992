import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { blobStore } from "../../blobs/open";
import { openInflated, type Slice } from "../../blobs/slice";
import { type TileStore, writePmtiles } from "../../data-maps/conversion/pmtiles-writer";
import { readMbtiles } from "../../data-maps/conversion/read-mbtiles";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import type { PackWriter } from "../../storage/quota/pack-writer";
import type { FileEntry } from "../../trees/data";
import { inWorkFolder } from "./work-folder";

const CHUNK_BYTES = 1024 * 1024;

/** Keeps tile data in a file. */
class FileTileStore implements TileStore {
  private readonly output;

  constructor(private readonly file: string) {
    this.output = createWriteStream(file, { mode: 0o600, highWaterMark: CHUNK_BYTES });
    // The next call reports it.
    this.output.on("error", () => undefined);
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.output.errored) throw this.output.errored;
    if (!this.output.write(bytes)) await once(this.output, "drain");
  }

  async *read(): AsyncGenerator<Buffer> {
    this.output.end();
    await finished(this.output);
    yield* createReadStream(this.file, { highWaterMark: CHUNK_BYTES });
  }

  close(): void {
    this.output.destroy();
  }
}

/**
 * Converts an MBTiles file to PMTiles, as the next file of a pack. The local disk holds a copy of it and the tiles meanwhile.
 * @param name path of the file, for messages @throws DataRefusedError for a damaged file
 */
export async function convertFile(file: FileEntry, name: string, pack: PackWriter, signal: AbortSignal): Promise<Slice> {
  const { slice } = file;
  const empty = () => new DataRefusedError(`“${name}” is empty. Make it again, and upload it.`);
  if (!slice) throw empty();
  return await inWorkFolder(async (folder) => {
    const copy = path.join(folder, "copy.mbtiles");
    await pipeline(await openInflated(blobStore(), slice, undefined, signal), createWriteStream(copy, { mode: 0o600 }), { signal });
    return await readMbtiles(copy, name, signal, async ({ settings, tiles }) => {
      const store = new FileTileStore(path.join(folder, "tiles"));
      try {
        const converted = await pack.add(writePmtiles(tiles, settings, store));
        if (!converted) throw empty();
        return converted;
      } finally {
        store.close();
      }
    });
  });
}
