import { z } from "zod";
import {
  answeredIdSchema,
  countSchema,
  optionalParameter,
  pageInfoFields,
  pageQueryFields,
  searchTextSchema,
  timeSchema,
} from "../../http/paging/schema";
import { ASSETS } from "../../maps/values";
import { FILE_SORTS, FILE_TYPES } from "./values";

/** Files per answer without a limit. */
export const FILES_WITHOUT_LIMIT = 1_000;

export const fileListQuerySchema = z.object({
  search: searchTextSchema.describe("Part of the name, of the full name of who uploaded it, or of the project's name, in any case."),
  type: optionalParameter(z.enum(["all", ...FILE_TYPES], "There is no such type of files.")).transform((type) => type ?? "all"),
  project: optionalParameter(z.union([z.uuid(), z.literal(ASSETS)], "There is no such project.")).describe(
    `Id of the files' project; \`${ASSETS}\` for the shared assets.`,
  ),
  sort: z.enum(FILE_SORTS, "There is no such order of files.").default("all"),
  ...pageQueryFields,
});
export type FileListQuery = z.infer<typeof fileListQuerySchema>;

export const fileDeletionSchema = z.object({
  permanently: optionalParameter(z.enum(["true", "false"]))
    .transform((value) => value === "true")
    .describe("`true` deletes the file without the trash. It can't be restored."),
});
export type FileDeletion = z.infer<typeof fileDeletionSchema>;

/** Parses the id of a file. Returns null for an invalid one. */
export function parseFileId(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

export const platformFileSchema = z.object({
  _id: z.string(),
  filename: z.string(),
  originalName: z.string().describe("The same: files keep the names that they were uploaded with."),
  fileSize: countSchema.describe("Bytes."),
  uploadedBy: z
    .object({ _id: answeredIdSchema, fullName: z.string(), email: z.string() })
    .nullable()
    .describe("Null when it is not known, or the account is gone."),
  uploadDate: timeSchema,
  projectName: z.string().nullable().describe("Null of a shared asset."),
  safeName: z
    .string()
    .describe("Safe name of the project, or `assets`: with the path it is what the calls of one project's file manager ask for."),
  path: z.string().describe("From the top of the map."),
});
export type PlatformFile = z.infer<typeof platformFileSchema>;

export const platformFilePageSchema = z.object({ files: z.array(platformFileSchema), ...pageInfoFields });
export type PlatformFilePage = z.infer<typeof platformFilePageSchema>;

export const storageStatsSchema = z.object({
  used: countSchema.describe("Bytes."),
  total: countSchema.describe("Bytes."),
  available: countSchema.describe("Bytes."),
  files: countSchema.describe("Number of files."),
  shares: z
    .array(
      z.object({
        _id: z.string().describe("Id of a project, or `assets`, `trash`, `uploads` (unfinished ones) or `other`."),
        name: z.string().nullable().describe("Of the project."),
        bytes: countSchema,
        files: countSchema,
      }),
    )
    .default([])
    .describe("The used bytes by project with its former versions, largest first. They add up to `used`."),
});
export type StorageStats = z.infer<typeof storageStatsSchema>;
