import { quoteName } from "../../archives/refusals";
import type { ParserJob } from "../../jobs/parser-job";
import { ParserLimitError, type ParserOptions, runInParser } from "../../jobs/parser-process";
import type { FileEntry } from "../../trees/data";
import { type Answers, DataRefusedError, type FoundLayer } from "../formats/data-file";
import { type DescribeContext, describeFiles } from "../formats/describe-files";
import { openDataFile } from "./tree-file";

/** A file of a tree. Path: from the top of the map. */
export interface FileOfTree extends Pick<FileEntry, "size" | "slice"> {
  path: string;
}

interface DescribeInput {
  files: readonly FileOfTree[];
  answers: Answers;
  context: DescribeContext;
}

type Described = { layers: FoundLayer[] } | { refusal: string };

/** Data files take longer to read, or more memory, than a parser may take. */
export class SlowDataError extends DataRefusedError {}

export const describeJob: ParserJob<DescribeInput, Described> = {
  name: "data-maps.describe",
  async run({ files, answers, context }, { store, begin }) {
    const { signal } = new AbortController();
    try {
      const opened = files.map((file) => openDataFile(store, file.path, file, signal));
      return { layers: await describeFiles(opened, begin, answers, context) };
    } catch (error) {
      if (error instanceof DataRefusedError) return { refusal: error.message };
      throw error;
    }
  },
};

/** Describes data files in a parser process. @throws DataRefusedError, SlowDataError */
export async function describeInParser(
  files: readonly FileOfTree[],
  options: ParserOptions,
  answers: Answers = {},
  context: DescribeContext = {},
): Promise<FoundLayer[]> {
  if (files.length === 0) return [];
  try {
    const described = await runInParser(describeJob, { files, answers, context }, options);
    if ("refusal" in described) throw new DataRefusedError(described.refusal);
    return described.layers;
  } catch (error) {
    if (!(error instanceof ParserLimitError)) throw error;
    const file = error.at === null ? "A data file" : quoteName(error.at);
    throw new SlowDataError(`${file} needs more than ${error.limit} to be read. Simplify it, or split it, and upload it again.`);
  }
}
