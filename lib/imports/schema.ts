import { z } from "zod";
import { nameEncodingAliases, nameEncodings, toNameEncoding } from "../archives/directory/name-encoding";
import { archiveLimits } from "../archives/limits";
import type { Answers } from "../data-maps/formats/data-file";
import { answersSchema } from "../data-maps/schema";
import { DESCRIPTION_MAX, descriptionSchema, projectNameSchema } from "../projects/schema";
import { PROJECT_NAME_MAX } from "../projects/values";

/** `startPage`: path of the page that the map begins with. `answers`: what the admin said of data files. */
export type ImportTarget = { startPage?: string | undefined; answers?: Answers | undefined } & (
  | { kind: "new"; projectName: string; description: string }
  | { kind: "replace"; projectId: string }
);

/** Fields that name the target of an import, in every kind of upload: `projectId` to replace a map, or the name of a new project. */
export const importTargetFields = {
  projectId: z.uuid("There is no such project.").optional().describe("Of the project whose map it replaces."),
  projectName: z.unknown().optional().meta({ type: "string", maxLength: PROJECT_NAME_MAX, description: "Of a new project." }),
  description: z.unknown().optional().meta({ type: "string", maxLength: DESCRIPTION_MAX, description: "Of a new project." }),
  startPage: z
    .string("The start page must be a path.")
    .max(archiveLimits.pathBytes, "The path of the start page is too long.")
    .optional()
    .describe("Path of the page that the map begins with when it has no index.html at the top. Default: the likeliest page."),
  answers: answersSchema
    .optional()
    .describe("By paths of data files: the projection, the columns or the order of their coordinates, where they don't say it."),
};

const newProjectSchema = z.object({ projectName: projectNameSchema, description: descriptionSchema });

/** Reads {@link importTargetFields}. A replacement keeps the name and the description of its project, even if the client sends others. */
export function toImportTarget(
  { projectId, startPage, answers, ...given }: Readonly<Record<string, unknown>> & { answers?: Answers | undefined },
  context: z.RefinementCtx,
  schema: z.ZodType<{ projectName: string; description: string }> = newProjectSchema,
): ImportTarget {
  const chosen = { ...(typeof startPage === "string" && startPage !== "" && { startPage }), ...(answers && { answers }) };
  if (typeof projectId === "string") return { kind: "replace", projectId, ...chosen };
  const project = schema.safeParse(given);
  if (project.success) return { kind: "new", ...project.data, ...chosen };
  for (const { path, message } of project.error.issues) context.addIssue({ code: "custom", path: [...path], message });
  return z.NEVER;
}

const encodingNames = [...nameEncodings, ...Object.keys(nameEncodingAliases)];

/** Encoding of the names in a ZIP that declare none. Without it, the server chooses one. */
export const nameEncodingSchema = z
  .enum(encodingNames, `nameEncoding must be one of ${encodingNames.join(", ")}.`)
  .optional()
  .describe("Encoding of the names in the ZIP that declare none. Without it, the server chooses one.");

/** Reads the field of a form that has JSON in it. */
function parseField(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "answers must be JSON." });
    return z.NEVER;
  }
}

/** Fields of a ZIP that is sent and published in one request. */
export const directZipFields = {
  ...importTargetFields,
  answers: z.string().transform(parseField).pipe(answersSchema).optional().describe("As in POST /extract-tus-zip, as JSON."),
  nameEncoding: nameEncodingSchema,
};

export const directZipSchema = z.object(directZipFields).transform(({ nameEncoding = null, ...given }, context) => ({
  nameEncoding: toNameEncoding(nameEncoding),
  target: toImportTarget(given, context),
}));
export type DirectZip = z.output<typeof directZipSchema>;

/** Gives a new project without a description its default one. @param fileName as the client sent it; may be missing */
export function describeTarget(target: ImportTarget, fileName: string | undefined): ImportTarget {
  return target.kind === "replace" ? target : { ...target, description: target.description || defaultDescription(fileName) };
}

export const extractTusZipSchema = z
  .object({
    ...importTargetFields,
    nameEncoding: nameEncodingSchema,
    uploadId: z.string("Please upload a ZIP file first.").min(1, "Please upload a ZIP file first."),
  })
  .transform(({ uploadId, nameEncoding, ...given }, context) => ({
    uploadId,
    target: toImportTarget(given, context),
    ...(nameEncoding !== undefined && { nameEncoding: toNameEncoding(nameEncoding) }),
  }));

export type ExtractTusZip = z.output<typeof extractTusZipSchema>;

const SOURCE_NAME_MAX = 255;

/** Converts a file name of a client to one readable line of limited length, or null when nothing is left. */
export function toSourceName(name: string | null | undefined): string | null {
  const letters = Array.from((name ?? "").replace(/\p{Cc}/gu, "").trim());
  return letters.slice(0, SOURCE_NAME_MAX).join("") || null;
}

/** 50 GB for a ZIP in one request. */
export const MAX_DIRECT_BYTES = 53_687_091_200;
export const DIRECT_TOO_LARGE_MESSAGE = "ZIP file is too large. Maximum size is 50GB";

export function defaultDescription(fileName: string | undefined): string {
  const name = toSourceName((fileName ?? "").replace(/^.*[/\\]/s, ""));
  return name === null ? "Uploaded as a ZIP file" : Array.from(`Uploaded as ${name}`).slice(0, DESCRIPTION_MAX).join("");
}

export const startedImportSchema = z.object({
  success: z.literal(true),
  status: z.literal("extracting"),
  message: z.string(),
  safeName: z.string().describe("Name for `/extraction-progress/{safeName}`."),
});
