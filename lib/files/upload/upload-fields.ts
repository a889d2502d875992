import { z } from "zod";
import { AppError } from "../../errors";
import { parseInput } from "../../http/route";
import type { EntryPath } from "../../trees/schema";
import { itemPathSchema, judgeName } from "../schema";

/** Fields of an upload other than its files. */
const COUNT = /^(?:0|[1-9]\d{0,8})$/;
const wholeNumber = (name: string) => z.string().regex(COUNT, `${name} must be a whole number.`).transform(Number).optional();

export const uploadFieldsSchema = z
  .object({
    targetPath: itemPathSchema.default([]),
    isChunked: z.enum(["true", "false"], "isChunked must be true or false.").optional(),
    chunkIndex: wholeNumber("chunkIndex"),
    totalChunks: wholeNumber("totalChunks"),
  })
  .transform(({ targetPath, isChunked = "false", chunkIndex, totalChunks }, context) => {
    const problem = (message: string) => {
      context.issues.push({ code: "custom", message, input: chunkIndex });
      return z.NEVER;
    };
    if (isChunked === "false") {
      if (chunkIndex !== undefined || totalChunks !== undefined) return problem("chunkIndex and totalChunks need isChunked.");
      return { targetPath, chunk: null };
    }
    if (chunkIndex === undefined || totalChunks === undefined) return problem("isChunked needs chunkIndex and totalChunks.");
    if (chunkIndex >= totalChunks) return problem("chunkIndex must be less than totalChunks.");
    return { targetPath, chunk: { index: chunkIndex, total: totalChunks } };
  });

export type UploadFields = z.output<typeof uploadFieldsSchema>;
/** Part of a larger upload. Parts do not depend on each other. */
export type UploadChunk = NonNullable<UploadFields["chunk"]>;

const fileField = /^filePath_(0|[1-9]\d{0,5})$/;

/** Returns the number of the file whose path a field has, or null for another field. */
export function fileIndexOf(field: string): number | null {
  const index = fileField.exec(field)?.[1];
  return index === undefined ? null : Number(index);
}

/** Parses the fields of an upload. @throws AppError 400 */
export function parseUploadFields(fields: ReadonlyMap<string, string>): UploadFields {
  return parseInput(uploadFieldsSchema, Object.fromEntries(fields));
}

/** Parses the path of an uploaded file below the target folder. @throws AppError 400 for an impossible path */
export function parseUploadPath(targetPath: EntryPath, path: string): EntryPath {
  const given = path === "" || path.endsWith("/") ? null : itemPathSchema.safeParse(path).data;
  const names = given?.every((name) => judgeName(name) === null) ? given : null;
  const whole = names && itemPathSchema.safeParse([...targetPath, ...names].join("/"));
  if (!whole) throw new AppError("bad_request", `“${shorten(path)}” is not a valid path of a file.`);
  if (!whole.success)
    throw new AppError("bad_request", `“${shorten(path)}”: ${whole.error.issues[0]?.message ?? "the path is not valid."}`);
  return whole.data;
}

function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
