import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { formatSize, quoteName } from "../../archives/refusals";
import type { Slice } from "../../blobs/slice";
import { convertDataset } from "../../data-maps/conversion/convert-dataset";
import { type ConversionContext, type ConvertedFile, UnknownProjectionError } from "../../data-maps/conversion/convert-vectors";
import { type DataFile, DataRefusedError, type FoundLayer } from "../../data-maps/formats/data-file";
import { describeFiles } from "../../data-maps/formats/describe-files";
import type { ReadAs } from "../../data-maps/schema";
import { formatOfName, isArchive } from "../../data-maps/values";
import { env } from "../../env";
import type { GdalEngine } from "../../gdal/engine";
import { openEngine } from "../../gdal/open";
import { engineState } from "../../gdal/state";
import type { ParserContext, ParserJob } from "../../jobs/parser-job";
import { ParserLimitError, type ParserOptions, runInParser } from "../../jobs/parser-process";
import type { PackWriter } from "../../storage/quota/pack-writer";
import type { DueConversion } from "./find-sources";
import { copyFiles, type InputFile, type LocalInput, unpack } from "./input-files";
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

interface DatasetInput {
  /** The main file, then those that belong to it. */
  files: InputFile[];
  readAs: ReadAs;
  /** For copies of the files and the results, on the local disk. */
  folder: string;
}

type Source = Parameters<typeof convertDataset>[0];
type Context = Pick<ParserContext, "store" | "progress">;

/** @throws DataRefusedError for files that are too large for the engine */
function checkSize(files: readonly InputFile[], engine: GdalEngine): void {
  const bytes = files.reduce((sum, { slice }) => sum + (slice?.size ?? 0), 0);
  if (bytes <= engine.mostBytes) return;
  const limit = `Without GDAL, the server converts files of up to ${formatSize(engine.mostBytes)}.`;
  throw new DataRefusedError(
    `${quoteName(files[0]?.path ?? "")} has ${formatSize(bytes)}. ${limit} Ask an administrator to install the package gdal-bin.`,
  );
}

/** Converts a file of an archive. The projection that the admin chose for the archive is that of the files that don't say theirs. */
async function convertMember(source: Source, { projection }: ReadAs, context: ConversionContext): Promise<ConvertedFile[]> {
  try {
    return await convertDataset(source, context);
  } catch (error) {
    if (!(error instanceof UnknownProjectionError) || projection === undefined) throw error;
    return await convertDataset({ ...source, readAs: { ...source.readAs, projection } }, context);
  }
}

/** Converts the files of an archive that are map data. Those that can't be converted become notes. @throws DataRefusedError when none can */
async function convertArchive(archive: InputFile, input: DatasetInput, engine: GdalEngine, context: Context): Promise<ConvertedFile[]> {
  const { folder, readAs } = input;
  const inputs = await unpack(archive, folder, context.store);
  const others = new Map(inputs.map(({ path, file }) => [path, file]));
  const converted: ConvertedFile[] = [];
  const { found, problems } = await describeInputs(inputs, folder);
  for (const [index, { path, file, readAs: own }] of found.entries()) {
    const source = { path, input: file, output: `out/${index}`, readAs: own, others };
    const onPercent = (percent: number) => context.progress((100 * index + percent) / found.length);
    try {
      converted.push(...(await convertMember(source, readAs, { engine, folder, onPercent })));
    } catch (error) {
      if (!(error instanceof DataRefusedError)) throw error;
      problems.push(error);
    }
  }
  if (converted.length === 0) {
    throw problems[0] ?? new DataRefusedError(`${quoteName(archive.path)} has no map data. Upload it unpacked, or leave it out.`);
  }
  converted[0]?.notes.push(...problems.map(({ message }) => message));
  return converted;
}

/** Copies a file and those that belong to it to the work folder, and converts it. @throws DataRefusedError */
export async function convertInput(input: DatasetInput, engine: GdalEngine, context: Context): Promise<ConvertedFile[]> {
  const { files, readAs, folder } = input;
  const [main] = files;
  if (!main) return [];
  checkSize(files, engine);
  if (isArchive(main.path)) return await convertArchive(main, input, engine, context);
  const inputs = await copyFiles(files, folder, context.store);
  context.progress();
  const others = new Map(inputs.map(({ path, file }) => [path, file]));
  const source = { path: main.path, input: inputs[0]?.file ?? "", output: "out/0", readAs, others };
  return await convertDataset(source, { engine, folder, onPercent: context.progress });
}

/** A file of an archive that becomes layers, and how it is read. Those that belong to it aren't listed. */
interface FoundInput extends LocalInput {
  readAs: ReadAs;
}

async function toDataFile({ path: name, file }: LocalInput, folder: string): Promise<DataFile> {
  const local = path.join(folder, file);
  const read = async (offset: number, length: number) => {
    const handle = await open(local);
    try {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  };
  return { path: name, size: (await stat(local)).size, read };
}

/** Returns the other files of the same name. */
function sidecarsOf({ path: main }: LocalInput, inputs: readonly LocalInput[]): LocalInput[] {
  const { dir, name } = path.posix.parse(main);
  return inputs.filter(
    ({ path: other }) => other !== main && other.toLowerCase().startsWith(path.posix.join(dir, `${name}.`).toLowerCase()),
  );
}

/** Returns how a file is read, as far as it says so. @throws DataRefusedError for what only the admin can say, but the projection */
function readAsOf({ file, question, projection, columns, encoding, isSwapped }: FoundLayer): ReadAs {
  if (question && question.kind !== "projection") {
    const unknown = question.kind === "columns" ? "which columns have its coordinates" : "whether latitude or longitude comes first";
    throw new DataRefusedError(`${quoteName(file)} doesn't say ${unknown}. Unpack the archive, and upload the folder.`);
  }
  return { projection, columns, encoding, isSwapped };
}

/** Returns the files of an archive that are map data, and why others can't be read. Texts and tables without places are neither. */
async function describeInputs(inputs: readonly LocalInput[], folder: string) {
  const found: FoundInput[] = [];
  const problems: DataRefusedError[] = [];
  for (const input of inputs) {
    const format = formatOfName(input.path);
    if (format === null || format === "mbtiles" || format === "pmtiles") continue;
    try {
      const sidecars = sidecarsOf(input, inputs).filter(({ path: other }) => formatOfName(other) === null);
      const files = await Promise.all([input, ...sidecars].map((file) => toDataFile(file, folder)));
      const [layer] = await describeFiles(files);
      if (layer) found.push({ ...input, readAs: readAsOf(layer) });
    } catch (error) {
      if (!(error instanceof DataRefusedError)) throw error;
      problems.push(error);
    }
  }
  return { found, problems };
}
