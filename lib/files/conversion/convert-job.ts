import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { openInflated, type Slice } from "../../blobs/slice";
import { makeTiles } from "../../data-maps/conversion/make-tiles";
import { type TileStore, writePmtiles } from "../../data-maps/conversion/pmtiles-writer";
import { readMbtiles } from "../../data-maps/conversion/read-mbtiles";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import { openEngine } from "../../gdal/open";
import type { ParserJob } from "../../jobs/parser-job";
import { ParserLimitError, streamFromParser } from "../../jobs/parser-process";
import type { PackWriter } from "../../storage/quota/pack-writer";
import type { FileEntry } from "../../trees/data";
import { type ConvertOptions, conversionMegabytes } from "./convert-dataset";
import { inWorkFolder } from "./work-folder";

const CHUNK_BYTES = 1024 * 1024;
/** GDAL makes the tiles of a million areas in half an hour, and says nothing meanwhile. The features are those that it wrote before. */
const MAKING_SECONDS = 2 * 60 * 60;

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

interface ConvertInput {
  slice: Slice;
  /** Path of the file, for messages. */
  name: string;
  /** For a copy of the file and its tiles, on the local disk. */
  folder: string;
  /** The file is FlatGeobuf, whose tiles are made first. */
  isVector: boolean;
}

export const convertJob: ParserJob<ConvertInput, { refusal: string } | null> = {
  name: "files.convert-tiles",
  async run({ slice, name, folder, isVector }, { store, write, progress }) {
    const copy = isVector ? "copy.fgb" : "copy.mbtiles";
    await pipeline(await openInflated(store, slice), createWriteStream(path.join(folder, copy), { mode: 0o600 }));
    const tileStore = new FileTileStore(path.join(folder, "tiles"));
    try {
      const tiles = isVector ? await makeTiles(copy, { engine: await openEngine(), folder, onPercent: progress }) : copy;
      await readMbtiles(path.join(folder, tiles), name, progress, async ({ settings, tiles }) => {
        for await (const bytes of writePmtiles(tiles, settings, tileStore)) await write(bytes);
      });
      return null;
    } catch (error) {
      if (error instanceof DataRefusedError) return { refusal: error.message };
      throw error;
    } finally {
      tileStore.close();
    }
  },
};

/**
 * Converts an MBTiles or FlatGeobuf file to PMTiles in a parser process, as the next file of a pack.
 * @param name path of the file, for messages @throws DataRefusedError for a damaged file, and for one that takes too long
 */
export async function convertToTiles(file: FileEntry, name: string, pack: PackWriter, options: ConvertOptions): Promise<Slice> {
  const { slice, size } = file;
  const empty = () => new DataRefusedError(`“${name}” is empty. Make it again, and upload it.`);
  if (!slice) throw empty();
  try {
    return await inWorkFolder(async (folder) => {
      const converted = await pack.add(convertedBytes({ slice, name, folder, isVector: name.endsWith(".fgb") }, size, options));
      if (!converted) throw empty();
      return converted;
    });
  } catch (error) {
    if (!(error instanceof ParserLimitError)) throw error;
    throw new DataRefusedError(`“${name}” needs more than ${error.limit} to be converted. Convert it to PMTiles, and upload it again.`);
  }
}

async function* convertedBytes(input: ConvertInput, bytes: number, options: ConvertOptions): AsyncGenerator<Buffer> {
  const megabytes = await conversionMegabytes();
  const making = input.isVector ? { seconds: MAKING_SECONDS, megabytes } : {};
  const refused = yield* streamFromParser(convertJob, input, { ...options, bytes, ...making });
  if (refused) throw new DataRefusedError(refused.refusal);
}
