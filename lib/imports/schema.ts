import { z } from "zod";
import { DESCRIPTION_MAX, descriptionSchema, projectNameSchema } from "../projects/schema";

/** Body of POST /extract-tus-zip. */
export const extractTusZipSchema = z.object({
  projectName: projectNameSchema,
  description: descriptionSchema,
  /** Id of a finished upload: the last part of its address. */
  uploadId: z.string("Please upload a ZIP file first.").min(1, "Please upload a ZIP file first."),
});

/**
 * The description of a project that was given none: told from the file it came in.
 * @param fileName as the client sent it; may be missing
 */
export function defaultDescription(fileName: string | undefined): string {
  const name = (fileName ?? "")
    .replace(/\p{Cc}/gu, "")
    .replace(/^.*[/\\]/, "")
    .trim();
  return name === "" ? "Uploaded as a ZIP file" : Array.from(`Uploaded as ${name}`).slice(0, DESCRIPTION_MAX).join("");
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
  safeName: z.string(),
  /** True from the moment the map can be opened, long before everything is verified. */
  viewable: z.boolean(),
  projectId: z.string().nullable(),
  viewMap: z.string().nullable(),
  /** The step that is under way, more finely than `status` tells. */
  phase: z.enum(["queued", "indexing", "publishing", "verifying", "materialising", "complete", "failed"]),
});
export type ExtractionProgress = z.infer<typeof extractionProgressSchema>;
