import { z } from "zod";
import type { Answer, Answers, DataFile, FoundLayer } from "../../lib/data-maps/formats/data-file";
import { describeFiles } from "../../lib/data-maps/formats/describe-files";
import type { TileFolder } from "../../lib/data-maps/formats/tiles/tile-folders";
import { projectionSchema } from "../../lib/data-maps/schema";
import { ClientFailure, printable } from "../failure";

/** What the options say of data files. */
export interface GivenAnswers {
  byFile: Answers;
  /** Projection of every other file that doesn't say its own. */
  projection: string | undefined;
}

export interface AnswerOptions {
  projection: readonly string[];
  columns: readonly string[];
  swap: readonly string[];
}

/** Splits `FILE=VALUE` at its last equals sign. */
function splitValue(text: string): { file: string | null; value: string } {
  const at = text.lastIndexOf("=");
  return at < 0 ? { file: null, value: text } : { file: text.slice(0, at), value: text.slice(at + 1) };
}

function readProjection(text: string): string {
  const parsed = projectionSchema.safeParse(text.toUpperCase());
  if (!parsed.success) throw new ClientFailure("usage", `--projection: ${z.treeifyError(parsed.error).errors[0]}`);
  return parsed.data;
}

function readColumns(text: string): { file: string; columns: NonNullable<Answer["columns"]> } {
  const { file, value } = splitValue(text);
  const [longitude, latitude, ...others] = value.split(",");
  if (!file || !longitude || !latitude || others.length > 0) {
    throw new ClientFailure("usage", "--columns: name the file and its columns, such as berths.csv=lon,lat.");
  }
  return { file, columns: { longitude, latitude } };
}

/** Reads the options that answer questions about data files. @throws ClientFailure */
export function readAnswers({ projection, columns, swap }: AnswerOptions): GivenAnswers {
  const byFile: Record<string, Answer> = {};
  const given: GivenAnswers = { byFile, projection: undefined };
  const add = (file: string, answer: Answer) => {
    byFile[file] = { ...byFile[file], ...answer };
  };
  for (const text of projection) {
    const { file, value } = splitValue(text);
    const code = readProjection(value);
    if (file === null) given.projection = code;
    else add(file, { projection: code });
  }
  for (const { file, columns: named } of columns.map(readColumns)) add(file, { columns: named });
  for (const file of swap) add(file, { isSwapped: true });
  return given;
}

/** Describes data files with the given answers. @returns the layers, and the answers by file @throws ClientFailure, DataRefusedError */
export async function describeAnswered(
  files: readonly DataFile[],
  { byFile, projection }: GivenAnswers,
  folders: readonly TileFolder[] = [],
): Promise<{ layers: FoundLayer[]; answers: Answers }> {
  const missing = Object.keys(byFile).find((file) => !files.some(({ path }) => path === file));
  if (missing !== undefined) throw new ClientFailure("unpublishable", `There is no file ${printable(missing)} for an option to be about.`);
  const layers = await describeFiles(files, undefined, byFile, { folders });
  const open = layers.filter(({ question }) => question?.kind === "projection");
  if (projection === undefined || open.length === 0) return { layers, answers: byFile };
  const answers = { ...byFile, ...Object.fromEntries(open.map(({ file }) => [file, { ...byFile[file], projection }])) };
  return { layers: await describeFiles(files, undefined, answers, { folders }), answers };
}
