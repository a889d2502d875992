import { z } from "zod";
import { countSchema, referenceSchema, timeSchema } from "../../http/paging/schema";

export const versionChangesSchema = z.object({ added: z.number(), changed: z.number(), removed: z.number() });

export const projectVersionSchema = z.object({
  _id: z.string(),
  isCurrent: z.boolean().describe("True of the one that the project shows."),
  source: z.enum(["zip", "folder"]).nullable().describe("How it came; null when unknown."),
  sourceName: z.string().nullable().describe("Name of the file or folder that it was made of."),
  createdBy: referenceSchema.nullable().describe("Null when the account is gone."),
  createdAt: timeSchema.describe("When it went online."),
  retiredAt: timeSchema.nullable().describe("When another one took its place; null for the current one."),
  note: z.string().describe("What admins noted about it; empty without a note."),
  fileCount: countSchema,
  byteCount: countSchema.describe("Bytes of all its files."),
  mapImage: z.string().nullable().describe("Address of its thumbnail; null while there is none."),
  changes: versionChangesSchema
    .nullable()
    .describe("Numbers of files that it added, changed and removed; null unless it was uploaded as a difference."),
});
export type ProjectVersion = z.infer<typeof projectVersionSchema>;
export const projectVersionsSchema = z.object({ versions: z.array(projectVersionSchema).describe("Newest first.") });

/** Former maps of a project that are kept. */
export const FORMER_VERSIONS_KEPT = 5;

export const versionIdSchema = z
  .string("There is no such version.")
  .regex(/^[1-9]\d{0,14}$/, "There is no such version.")
  .transform(Number);

/** A version in a state: each edit of its files in place makes another revision. */
export interface VersionState {
  treeId: number;
  revision: number | null;
}

/** `{version}.{revision}`, or a version in any revision. */
export const versionStateSchema = z
  .string("There is no such version.")
  .regex(/^[1-9]\d{0,14}(\.\d{1,9})?$/, "There is no such version.")
  .transform((text): VersionState => {
    const [treeId, revision] = text.split(".");
    return { treeId: Number(treeId), revision: revision === undefined ? null : Number(revision) };
  });

/** Formats a version for versionStateSchema. */
export function nameVersionState({ treeId, revision }: VersionState): string {
  return revision === null ? `${treeId}` : `${treeId}.${revision}`;
}

export const makeCurrentSchema = z.object({ versionId: versionIdSchema });

export const NOTE_MAX = 200;

export const noteSchema = z
  .string("A note must be a text.")
  .transform((text) => text.replace(/\p{Cc}+/gu, " ").trim())
  .pipe(z.string().max(NOTE_MAX, `A note can have at most ${NOTE_MAX} characters.`));

export const editNoteSchema = z.object({ versionId: versionIdSchema, note: noteSchema });
export type NoteEdit = z.infer<typeof editNoteSchema>;

export const HASHES_AT_ONCE = 5_000;

export const versionHashesSchema = z.object({
  version: versionStateSchema,
  paths: z
    .array(z.string("A path must be a text.").max(4_096, "A path is too long."), "paths must be a list.")
    .max(HASHES_AT_ONCE, `Ask for at most ${HASHES_AT_ONCE} files at once.`),
});

/** First line of GET /api/project/version-files/{id}. Without a map there is no version. */
export const versionHeadSchema = z.object({ version: z.string().nullable(), fileCount: z.number() });
/** The other lines. `content` stands for the stored bytes: files with the same one are equal. Servers of former releases send none. */
export const versionFileSchema = z.object({ path: z.string(), size: z.number(), content: z.string().optional() });
/** Line of POST /api/project/version-hashes/{id}; null for a missing file. */
export const versionHashSchema = z.object({ path: z.string(), sha256: z.string().nullable() });
