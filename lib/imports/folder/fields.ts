import { z } from "zod";
import { quoteName } from "../../archives/refusals";
import { AppError } from "../../errors";
import { projectNameSchema } from "../../projects/schema";
import { UPLOADED_DESCRIPTION_MAX } from "../../projects/values";
import { versionStateSchema } from "../../projects/versions/schema";
import { importTargetFields, toImportTarget, toSourceName } from "../schema";
import { NOTHING_TO_COMPARE, refuseList } from "./refusals";

const descriptionSchema = z
  .string("description is not valid.")
  .transform((text) => text.replace(/[^\P{Cc}\n\t]/gu, "").trim())
  .transform((text) => Array.from(text).slice(0, UPLOADED_DESCRIPTION_MAX).join(""))
  .default("");

const newProjectSchema = z.object({ projectName: projectNameSchema, description: descriptionSchema });

export const headSchema = z
  .object({
    projectName: importTargetFields.projectName,
    description: z
      .unknown()
      .optional()
      .meta({ type: "string", description: `Of a new project; cut to ${UPLOADED_DESCRIPTION_MAX} characters.` }),
    projectId: z.uuid("There is no such project.").nullish().describe("Of the project whose map it replaces."),
    baseVersion: versionStateSchema
      .nullish()
      .describe("Version that the files are only the differences from, and its revision if it must still be that: `12.3`."),
    startPage: importTargetFields.startPage,
    answers: importTargetFields.answers,
    sourceName: z.string("sourceName is not valid.").transform(toSourceName).nullish().describe("Name of the folder."),
  })
  .transform(({ baseVersion = null, sourceName = null, ...given }, context) => {
    if (baseVersion !== null && !given.projectId) context.addIssue({ code: "custom", path: ["baseVersion"], message: NOTHING_TO_COMPARE });
    return { target: toImportTarget(given, context, newProjectSchema), baseVersion, sourceName };
  });
export type ListHead = z.output<typeof headSchema>;

const bytes = (name: string) => z.int(`${name} must be a whole number of bytes.`).nonnegative(`${name} must be a whole number of bytes.`);

export const claimedFileSchema = z.object({
  uploadId: z.string("uploadId is missing.").min(1, "uploadId is missing."),
  relativePath: z
    .string("relativePath is not valid.")
    .nullish()
    .describe("From the folder's own content down. Without it the file lies at the top, under its name."),
  name: z.string("name is not valid.").nullish(),
  size: bytes("size"),
  offset: bytes("offset")
    .nullish()
    .describe("First byte within the upload, where one upload holds many files; without it, the upload is this file and nothing else."),
  lastModified: z.number("lastModified is not valid.").nullish().describe("Milliseconds since 1970."),
});

export interface ClaimedFile {
  uploadId: string;
  path: string;
  size: number;
  offset: number | null;
  lastModified: number | null;
}

const pathSchema = z.string();

function nameOf(item: unknown, number: number): string {
  const claimed = z
    .object({ relativePath: pathSchema })
    .or(z.object({ name: pathSchema }))
    .safeParse(item).data;
  const path = claimed && ("relativePath" in claimed ? claimed.relativePath : claimed.name);
  return path ? quoteName(path) : `File ${number.toLocaleString("en-US")}`;
}

/** Parses an item of `files`. @param number from 1, for the message @throws AppError 400 */
export function parseFile(item: unknown, number: number): ClaimedFile {
  const parsed = claimedFileSchema.safeParse(item);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const message = issue?.path.length ? issue.message : "it is no object.";
    throw new AppError("bad_request", `${nameOf(item, number)}: ${message}`, { fields: { files: message } });
  }
  const { uploadId, relativePath, name, size, offset = null, lastModified = null } = parsed.data;
  const path = relativePath || name;
  if (!path) throw refuseList(`${nameOf(item, number)}: relativePath is missing.`);
  return { uploadId, path, size, offset, lastModified };
}

/** Reads an item of `removed`. @throws AppError 400 */
export function parseRemoved(item: unknown): string {
  const parsed = pathSchema.safeParse(item);
  if (!parsed.success) throw refuseList("removed must be a list of paths.");
  return parsed.data;
}
