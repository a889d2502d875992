import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import type { Slice } from "../../blobs/slice";
import type { ConvertedFile } from "../../data-maps/conversion/convert-vectors";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import { env } from "../../env";
import { openEngine } from "../../gdal/open";
import { engineState } from "../../gdal/state";
import type { ParserJob } from "../../jobs/parser-job";
import { ParserLimitError, type ParserOptions, runInParser } from "../../jobs/parser-process";
import type { PackWriter } from "../../storage/quota/pack-writer";
import { convertInput, type DatasetInput } from "./convert-input";
import type { DueConversion } from "./find-sources";
import { inWorkFolder } from "./work-folder";

export type ConvertOptions = Pick<ParserOptions, "signal" | "onPercent">;

/** The built-in GDAL has its files and its results in memory, up to 950 MB for a Shapefile of 186 MB. */
const BUILT_IN_MEMORY = 3;

/** Returns the memory that a conversion may take in MB. The installed GDAL has a process and a limit of its own. */
export async function conversionMegabytes(): Promise<number> {
  const { isInstalled } = await engineState();
  return env().parserMegabytes * (isInstalled ? 1 : BUILT_IN_MEMORY);
}

/** A file that a source was converted to. */
export interface Result {
  /** Ending of its name, such as `.fgb`. */
  ending: string;
  slice: Slice;
  /** Layer in the source. */
  name: string;
  notes: string[];
}

export const convertDatasetJob: ParserJob<DatasetInput, { converted: ConvertedFile[] } | { refusal: string }> = {
  name: "files.convert-dataset",
  async run(input, context) {
    try {
      return { converted: await convertInput(input, await openEngine(), context) };
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
      const answer = await runInParser(
        convertDatasetJob,
        { files, readAs: source.readAs, folder },
        { ...options, bytes, megabytes: await conversionMegabytes() },
      );
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
