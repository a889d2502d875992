import { formatSize, quoteName } from "../../archives/refusals";
import { convertDataset } from "../../data-maps/conversion/convert-dataset";
import { type ConversionContext, type ConvertedFile, UnknownProjectionError } from "../../data-maps/conversion/convert-vectors";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import type { ReadAs } from "../../data-maps/schema";
import { isArchive } from "../../data-maps/values";
import type { GdalEngine } from "../../gdal/engine";
import type { ParserContext } from "../../jobs/parser-job";
import { describeInputs } from "./archive-data";
import { copyFiles, type InputFile, unpack } from "./input-files";

export interface DatasetInput {
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
