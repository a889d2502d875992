import { z } from "zod";
import { answeredIdSchema, referenceSchema, timeSchema } from "../../http/paging/schema";

export const extractionStatusSchema = z.enum(["extracting", "creating_project", "complete", "error"]);

export const extractionProgressSchema = z.object({
  success: z.boolean(),
  status: extractionStatusSchema,
  progress: z.number().describe("Percent of the bytes that are verified, 0 to 100."),
  filesExtracted: z.number(),
  totalFiles: z.number(),
  extractedSize: z.number().describe("Bytes, inflated."),
  totalSize: z.number().describe("Bytes, inflated."),
  timeElapsed: z.number().describe("Seconds since the import began."),
  extractionSpeed: z.number().describe("Bytes a second."),
  error: z.string().nullable(),
  warning: z.string().nullable().describe("Set for a published map that has no index.html."),
  importId: z.string().describe("Tells one import under this address from the one before."),
  isOwn: z.boolean().describe("True when this account has begun it."),
  safeName: z.string(),
  source: z.enum(["zip", "folder"]),
  isReplacement: z.boolean().describe("True when it gives another map to a project that is there."),
  viewable: z.boolean().describe("True from the moment the map can be opened, long before everything is verified."),
  projectId: z.string().nullable(),
  viewMap: z.string().nullable(),
  phase: z
    .enum(["queued", "indexing", "publishing", "verifying", "materialising", "complete", "failed"])
    .describe("The step that is under way, more finely than `status` tells."),
});
export type ExtractionProgress = z.infer<typeof extractionProgressSchema>;

const phases = { extracting: "indexing", creating_project: "publishing", complete: "complete", error: "failed" } as const;
const { shape } = extractionProgressSchema;

/** Reads an answer that may have only the specified fields, and gives the others their defaults. */
export const sparseProgressSchema = extractionProgressSchema
  .extend({
    error: shape.error.default(null),
    warning: shape.warning.default(null),
    importId: shape.importId.default(""),
    isOwn: shape.isOwn.default(true),
    source: shape.source.default("zip"),
    isReplacement: shape.isReplacement.default(false),
    viewable: shape.viewable.optional(),
    projectId: shape.projectId.default(null),
    viewMap: shape.viewMap.default(null),
    phase: shape.phase.optional(),
  })
  .transform(
    ({ viewable, phase, ...given }): ExtractionProgress => ({
      ...given,
      viewable: viewable ?? given.status === "complete",
      phase: phase ?? phases[given.status],
    }),
  );

export const importSummarySchema = extractionProgressSchema.extend({
  _id: answeredIdSchema,
  projectName: z.string(),
  sourceName: z.string().nullable().describe("Name of the file or folder, as the user knows it."),
  createdBy: referenceSchema.nullable().describe("Null when the account is gone."),
  createdAt: timeSchema,
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** The imports in an answer. */
export const importsAnswerSchema = z.object({ imports: z.array(importSummarySchema) }).transform(({ imports }) => imports);
