import { z } from "zod";
import { countSchema, referenceSchema, timeSchema } from "../../http/paging/schema";

/** How many files a map that was uploaded as a difference has added, changed and removed. */
export const versionChangesSchema = z.object({ added: z.number(), changed: z.number(), removed: z.number() });

/** A map that a project shows or has shown, as the API answers it. */
export const projectVersionSchema = z.object({
  _id: z.string(),
  isCurrent: z.boolean().describe("True of the one that the project shows."),
  source: z.enum(["zip", "folder"]).nullable().describe("How it came; null where nobody knows any more."),
  sourceName: z.string().nullable().describe("Name of the file or folder that it was made of."),
  createdBy: referenceSchema.nullable().describe("Null when the account is gone."),
  createdAt: timeSchema.describe("When it went online."),
  retiredAt: timeSchema.nullable().describe("When another one took its place; null for the current one."),
  fileCount: countSchema,
  byteCount: countSchema.describe("Bytes of all its files."),
  changes: versionChangesSchema
    .nullable()
    .describe("Numbers of files that it added, changed and removed; null unless it was uploaded as a difference."),
});
export type ProjectVersion = z.infer<typeof projectVersionSchema>;

/** So many former maps of a project are kept, those that were current last. */
export const FORMER_VERSIONS_KEPT = 5;

/** The id of a version as a call names it. */
export const versionIdSchema = z
  .string("There is no such version.")
  .regex(/^[1-9]\d{0,14}$/, "There is no such version.")
  .transform(Number);

/** A version as it stood at a moment: its files can be edited in place, and each edit makes it another revision. */
export interface VersionState {
  treeId: number;
  /** Null when whoever asks does not say. */
  revision: number | null;
}

/** What a comparison is with, as a call names it: `{version}.{revision}`, or a version whatever its revision. */
export const versionStateSchema = z
  .string("There is no such version.")
  .regex(/^[1-9]\d{0,14}(\.\d{1,9})?$/, "There is no such version.")
  .transform((text): VersionState => {
    const [treeId, revision] = text.split(".");
    return { treeId: Number(treeId), revision: revision === undefined ? null : Number(revision) };
  });

/** @returns what versionStateSchema reads */
export function nameVersionState({ treeId, revision }: VersionState): string {
  return revision === null ? `${treeId}` : `${treeId}.${revision}`;
}

/** Body of POST /api/project/versions/{id}. */
export const makeCurrentSchema = z.object({ versionId: versionIdSchema });

/** So many files may be asked for at once. */
export const HASHES_AT_ONCE = 5_000;

/** Body of POST /api/project/version-hashes/{id}. */
export const versionHashesSchema = z.object({
  version: versionStateSchema,
  /** Paths of files from the top of the map. */
  paths: z
    .array(z.string("A path must be a text.").max(4_096, "A path is too long."), "paths must be a list.")
    .max(HASHES_AT_ONCE, `Ask for at most ${HASHES_AT_ONCE} files at once.`),
});

/** First line of the answer of GET /api/project/version-files/{id}: which version in which state; a project without a map has no version, and no files. */
export const versionHeadSchema = z.object({ version: z.string().nullable(), fileCount: z.number() });
/** Each of its other lines: a file and its bytes. */
export const versionFileSchema = z.object({ path: z.string(), size: z.number() });
/** Each line of the answer of POST /api/project/version-hashes/{id}; null for a path that is not there. */
export const versionHashSchema = z.object({ path: z.string(), sha256: z.string().nullable() });
