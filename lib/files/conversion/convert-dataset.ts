import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { formatSize, quoteName } from "../../archives/refusals";
import type { Slice } from "../../blobs/slice";
import type { BlobStore } from "../../blobs/store";
import { convertDataset } from "../../data-maps/conversion/convert-dataset";
import type { ConvertedFile } from "../../data-maps/conversion/convert-vectors";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import type { ReadAs } from "../../data-maps/schema";
import { formatOfName, isArchive } from "../../data-maps/values";
import { openEngine } from "../../gdal/open";
import type { ParserJob } from "../../jobs/parser-job";
import { ParserLimitError, type ParserOptions, runInParser } from "../../jobs/parser-process";
import type { PackWriter } from "../../storage/quota/pack-writer";
import type { DueConversion } from "./find-sources";
import { copyFiles, type InputFile, type LocalInput, unpack } from "./input-files";
import { inWorkFolder } from "./work-folder";

interface DatasetInput {
  /** The main file, then those that belong to it. */
  files: InputFile[];
  readAs: ReadAs;
  /** For copies of the files and the results, on the local disk. */
  folder: string;
}

export type ConvertOptions = Pick<ParserOptions, "signal" | "onPercent">;

/** A file that a source was converted to. */
export interface Result {
  /** Ending of its name, such as `.fgb`. */
  ending: string;
  slice: Slice;
  /** Layer in the source. */
  name: string;
  notes: string[];
}

/** Returns the files of an archive to convert: those that are data by themselves. */
const dataOf = (inputs: readonly LocalInput[]) => inputs.filter(({ path: file }) => (formatOfName(file) ?? "mbtiles") !== "mbtiles");

/** Copies the files to the work folder. @returns those to convert @throws DataRefusedError */
async function prepare(files: readonly InputFile[], folder: string, store: BlobStore): Promise<LocalInput[]> {
  const [main] = files;
  if (!main) return [];
  if (!isArchive(main.path)) return (await copyFiles(files, folder, store)).slice(0, 1);
  const data = dataOf(await unpack(main, folder, store));
  if (data.length === 0) throw new DataRefusedError(`${quoteName(main.path)} has no map data. Upload it unpacked, or leave it out.`);
  return data;
}

export const convertDatasetJob: ParserJob<DatasetInput, { converted: ConvertedFile[] } | { refusal: string }> = {
  name: "files.convert-dataset",
  async run({ files, readAs, folder }, { store, progress }) {
    const main = files[0]?.path ?? "";
    try {
      const engine = await openEngine();
      const bytes = files.reduce((sum, { slice }) => sum + (slice?.size ?? 0), 0);
      if (bytes > engine.mostBytes) {
        const limit = `Without GDAL, the server converts files of up to ${formatSize(engine.mostBytes)}.`;
        throw new DataRefusedError(
          `${quoteName(main)} has ${formatSize(bytes)}. ${limit} Ask an administrator to install the package gdal-bin.`,
        );
      }
      const inputs = await prepare(files, folder, store);
      progress();
      const converted: ConvertedFile[] = [];
      for (const [index, { path: file, file: input }] of inputs.entries()) {
        const source = { path: file, input, output: `out/${index}`, readAs };
        const onPercent = (percent: number) => progress((100 * index + percent) / inputs.length);
        converted.push(...(await convertDataset(source, { engine, folder, onPercent })));
      }
      return { converted };
    } catch (error) {
      if (error instanceof DataRefusedError) return { refusal: error.message };
      throw error;
    }
  },
};

/**
 * Converts a file that GDAL reads, with those that belong to it, in a parser process. The results are the next files of a pack.
 * @throws DataRefusedError for a file that can't be converted, and for one that takes too long
 */
export async function convertFiles(source: DueConversion, pack: PackWriter, options: ConvertOptions): Promise<Result[]> {
  const files = source.files.map(({ path: file, file: { slice } }) => ({ path: file, slice }));
  const bytes = source.files.reduce((sum, { file }) => sum + file.size, 0);
  try {
    return await inWorkFolder(async (folder) => {
      const answer = await runInParser(convertDatasetJob, { files, readAs: source.readAs, folder }, { ...options, bytes });
      if ("refusal" in answer) throw new DataRefusedError(answer.refusal);
      return await addAll(answer.converted, folder, pack);
    });
  } catch (error) {
    if (!(error instanceof ParserLimitError)) throw error;
    throw new DataRefusedError(`${quoteName(source.path)} needs more than ${error.limit} to be converted. Simplify it, or split it.`);
  }
}

async function addAll(converted: readonly ConvertedFile[], folder: string, pack: PackWriter): Promise<Result[]> {
  const results: Result[] = [];
  for (const { file, name, notes } of converted) {
    const output = path.join(folder, file);
    if (!(await stat(output)).isFile()) continue;
    const slice = await pack.add(createReadStream(output, { highWaterMark: 1024 * 1024 }));
    if (slice) results.push({ slice, name, notes, ending: path.extname(file) });
  }
  return results;
}
