import { z } from "zod";
import { DESCRIPTION_MAX, descriptionSchema, projectNameSchema } from "../projects/schema";

/** What is made of an upload: a project, or another map for one that is there. */
export type ImportTarget = { kind: "new"; projectName: string; description: string } | { kind: "replace"; projectId: string };

/** The fields by which every way in says what it is for: `projectId` of the project whose map it replaces, or what a new one is called. */
export const importTargetFields = {
  projectId: z.uuid("There is no such project.").optional(),
  projectName: z.unknown().optional(),
  description: z.unknown().optional(),
};

const newProjectSchema = z.object({ projectName: projectNameSchema, description: descriptionSchema });

/** Reads {@link importTargetFields}. A replacement has the name and the description of its project, whatever is sent. */
export function toImportTarget({ projectId, ...given }: Readonly<Record<string, unknown>>, context: z.RefinementCtx): ImportTarget {
  if (typeof projectId === "string") return { kind: "replace", projectId };
  const project = newProjectSchema.safeParse(given);
  if (project.success) return { kind: "new", ...project.data };
  for (const { path, message } of project.error.issues) context.addIssue({ code: "custom", path: [...path], message });
  return z.NEVER;
}

/** The fields alone, as a form sends them. */
export const importTargetSchema = z.object(importTargetFields).transform(toImportTarget);

/** Gives a new project that was given none its description. @param fileName as the client sent it; may be missing */
export function describeTarget(target: ImportTarget, fileName: string | undefined): ImportTarget {
  return target.kind === "replace" ? target : { ...target, description: target.description || defaultDescription(fileName) };
}

/** Body of POST /extract-tus-zip. */
export const extractTusZipSchema = z
  .object({
    ...importTargetFields,
    /** Id of a finished upload: the last part of its address. */
    uploadId: z.string("Please upload a ZIP file first.").min(1, "Please upload a ZIP file first."),
  })
  .transform((body, context) => ({ uploadId: body.uploadId, target: toImportTarget(body, context) }));

export type ExtractTusZip = z.output<typeof extractTusZipSchema>;

const SOURCE_NAME_MAX = 255;

/**
 * What a file or folder is called, for people to read: on one line, and no longer than a name on a disk can be.
 * @param name as the client sent it; whatever it holds
 * @returns null when nothing is left of it
 */
export function toSourceName(name: string | null | undefined): string | null {
  const letters = Array.from((name ?? "").replace(/\p{Cc}/gu, "").trim());
  return letters.slice(0, SOURCE_NAME_MAX).join("") || null;
}

/** Specification §9: 50 GB for a ZIP that comes in one request. */
export const MAX_DIRECT_BYTES = 53_687_091_200;
export const DIRECT_TOO_LARGE_MESSAGE = "ZIP file is too large. Maximum size is 50GB";

/**
 * The description of a project that was given none: told from the file it came in.
 * @param fileName as the client sent it; may be missing
 */
export function defaultDescription(fileName: string | undefined): string {
  const name = toSourceName((fileName ?? "").replace(/^.*[/\\]/s, ""));
  return name === null ? "Uploaded as a ZIP file" : Array.from(`Uploaded as ${name}`).slice(0, DESCRIPTION_MAX).join("");
}

/** States of an import as the specification names them. */
export const extractionStatusSchema = z.enum(["extracting", "creating_project", "complete", "error"]);

/** Answer of GET /extraction-progress/{safeName}. */
export const extractionProgressSchema = z.object({
  success: z.boolean(),
  status: extractionStatusSchema,
  /** Percent of the bytes that are verified, 0 to 100. */
  progress: z.number(),
  filesExtracted: z.number(),
  totalFiles: z.number(),
  /** Bytes, inflated. */
  extractedSize: z.number(),
  totalSize: z.number(),
  /** Seconds since the import began. */
  timeElapsed: z.number(),
  /** Bytes a second. */
  extractionSpeed: z.number(),
  error: z.string().nullable(),
  /** Tells one import under this address from the one before. */
  importId: z.string(),
  /** True when whoever asks has begun it. */
  isOwn: z.boolean(),
  safeName: z.string(),
  source: z.enum(["zip", "folder"]),
  /** True when it gives another map to a project that is there. */
  isReplacement: z.boolean(),
  /** True from the moment the map can be opened, long before everything is verified. */
  viewable: z.boolean(),
  projectId: z.string().nullable(),
  viewMap: z.string().nullable(),
  /** The step that is under way, more finely than `status` tells. */
  phase: z.enum(["queued", "indexing", "publishing", "verifying", "materialising", "complete", "failed"]),
});
export type ExtractionProgress = z.infer<typeof extractionProgressSchema>;

/** An import in the list of those that are under way or have failed, as the API answers it. */
export interface ImportSummary extends ExtractionProgress {
  _id: string;
  projectName: string;
  /** Name of the file or folder, as the person knows it. */
  sourceName: string | null;
  /** Null when the account is gone. */
  createdBy: { _id: string; name: string } | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
}
