import { open, stat } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import { type DataFile, DataRefusedError, type FoundLayer } from "../../data-maps/formats/data-file";
import { describeFiles } from "../../data-maps/formats/describe-files";
import type { ReadAs } from "../../data-maps/schema";
import { formatOfName } from "../../data-maps/values";
import type { LocalInput } from "./input-files";

/** A file of an archive that becomes layers, and how it is read. Those that belong to it aren't listed. */
export interface FoundInput extends LocalInput {
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
export async function describeInputs(inputs: readonly LocalInput[], folder: string) {
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
