import { z } from "zod";
import { CONTROL_CHARACTER, decodeFully, hidesTraversal } from "../archives/entry-path";
import { archiveLimits } from "../archives/limits";
import { countSchema, optionalParameter, searchTextSchema, timeSchema } from "../http/paging/schema";

export const assetsName = "Shared Assets";

/** A file or folder in answers of the API. */
export const fileItemSchema = z.object({
  name: z.string(),
  path: z.string().describe("From the top of the map, without a slash at either end."),
  type: z.enum(["file", "folder"]),
  size: countSchema.describe("Bytes; 0 of a folder."),
  modified: timeSchema,
});
export type FileItem = z.infer<typeof fileItemSchema>;

export const folderPageSchema = z.object({
  success: z.literal(true),
  items: z.array(fileItemSchema),
  total: countSchema.describe("How many items match, over all pages."),
  revision: z.string().describe("Changes whenever anything in the tree does: pages of two revisions do not belong together."),
});
export type FolderPage = z.infer<typeof folderPageSchema>;

export const filesAnswerSchema = z.object({ success: z.literal(true), message: z.string() });

export const itemAnswerSchema = filesAnswerSchema.extend({ item: fileItemSchema });
export type ItemAnswer = z.infer<typeof itemAnswerSchema>;

export const itemsAnswerSchema = filesAnswerSchema.extend({
  items: z.array(fileItemSchema).describe("What they are now, in the order of the call."),
});
export type ItemsAnswer = z.infer<typeof itemsAnswerSchema>;

export const deleteAnswerSchema = filesAnswerSchema.extend({
  trashId: z.string().nullable().describe("Where it can be restored from; null of what is gone for good."),
});
export type DeleteAnswer = z.infer<typeof deleteAnswerSchema>;

export const existingAnswerSchema = z.object({
  success: z.literal(true),
  existing: z.array(z.string()).describe("Files that are there, and would be replaced."),
  blocked: z.array(z.string()).describe("No file can be there: a folder has the name, or a file has that of a folder on the way."),
});
export type ExistingAnswer = z.infer<typeof existingAnswerSchema>;

const encoder = new TextEncoder();

const NOT_A_PATH = "The path is not valid.";
/** Backslashes, control characters and unpaired surrogates. Slashes separate names. */
const FORBIDDEN = /[\\\p{Cc}\p{Cs}]/u;

const isTooLong = (name: string) => encoder.encode(name).length > archiveLimits.nameBytes;

/** Returns true for a name that decodes to a traversal, or to a name with a separator. */
function hidesPath(name: string): boolean {
  return name.includes("%") && (hidesTraversal(name) || /[/\\\p{Cc}]/u.test(decodeFully(name)));
}

/** Returns what is wrong with a new name, or null */
export function judgeName(name: string): string | null {
  if (name === "") return "A name is required.";
  if (name === "." || name === "..") return `“${name}” cannot be a name.`;
  if (name.includes("/") || FORBIDDEN.test(name) || CONTROL_CHARACTER.test(name) || hidesPath(name))
    return "A name cannot contain slashes, backslashes or control characters.";
  if (isTooLong(name)) return `A name can have at most ${archiveLimits.nameBytes} bytes.`;
  return null;
}

export const itemNameSchema = z
  .string("A name is required.")
  .transform((name) => name.trim().normalize("NFC"))
  .check((context) => {
    const problem = judgeName(context.value);
    if (problem) context.issues.push({ code: "custom", message: problem, input: context.value });
  });

/** Returns true for a possible name of an existing entry, which may have encoded separators and direction characters. New names may not. */
function isPathName(name: string): boolean {
  return !["", ".", ".."].includes(name) && !name.includes("/") && !FORBIDDEN.test(name) && !hidesTraversal(name) && !isTooLong(name);
}

/** Returns what is wrong with a path, or null */
export function judgePath(names: readonly string[]): string | null {
  if (!names.every(isPathName)) return NOT_A_PATH;
  if (names.length > archiveLimits.depth) return `A path can have at most ${archiveLimits.depth} levels.`;
  const bytes = encoder.encode(names.join("/")).length;
  return bytes > archiveLimits.pathBytes ? `A path can have at most ${archiveLimits.pathBytes} bytes.` : null;
}

/** A path from the top of a map, such as `tiles/1/0/0.png`; "" is the top. Drops a trailing slash and rejects traversal in any encoding. */
export const itemPathSchema = z
  .string("The path must be a text.")
  .max(4 * archiveLimits.pathBytes, NOT_A_PATH)
  .transform((path) => {
    const normal = path.normalize("NFC").replace(/\/$/, "");
    return normal === "" ? [] : normal.split("/");
  })
  .check((context) => {
    const problem = judgePath(context.value);
    if (problem) context.issues.push({ code: "custom", message: problem, input: context.value });
  });

export const belowTopSchema = itemPathSchema.refine((names) => names.length > 0, "The top folder cannot be changed.");

/** `natural`: by name, with numbers by their value. */
export const browseSortSchema = z.enum([
  "name-asc",
  "name-desc",
  "natural-asc",
  "natural-desc",
  "size-asc",
  "size-desc",
  "modified-asc",
  "modified-desc",
]);
export type BrowseSort = z.infer<typeof browseSortSchema>;

export const BROWSE_LIMIT_MAX = 1_000;

const wholeNumber = (name: string, pattern: RegExp) => z.string().regex(pattern, `${name} must be a whole number.`).transform(Number);

/** Query of GET /api/files/{project}/browse. Without `limit` it answers whole. */
export const browseQuerySchema = z.object({
  path: itemPathSchema.default([]),
  search: searchTextSchema.describe("Part of a name, in either case."),
  sort: optionalParameter(browseSortSchema).transform((sort) => sort ?? "name-asc"),
  limit: optionalParameter(wholeNumber("limit", /^(?:[1-9]\d{0,2}|1000)$/)).describe(`Rows of a page: at most ${BROWSE_LIMIT_MAX}.`),
  // A user who scrolls may jump to any page.
  offset: optionalParameter(wholeNumber("offset", /^\d{1,9}$/))
    .transform((offset) => offset ?? 0)
    .describe("Rows to skip."),
});
export type BrowseQuery = z.infer<typeof browseQuerySchema>;

export const conversionSchema = z.object({ itemPath: belowTopSchema });

export const createFolderSchema = z.object({ folderPath: itemPathSchema.default([]), folderName: itemNameSchema });

export const renameSchema = z.object({ oldPath: belowTopSchema, newName: itemNameSchema });

export const deleteItemSchema = z.object({
  itemPath: belowTopSchema,
  itemType: z.enum(["file", "folder"]).optional().describe("Refused when something of the other kind has come to be there."),
  permanently: z.boolean().default(false).describe("Not into the trash, but for good."),
});

/** Maximum number of items in one move or copy. */
export const ITEMS_AT_ONCE = 10_000;

export const relocateSchema = z.object({
  itemPaths: z
    .array(belowTopSchema)
    .min(1, "Nothing is chosen.")
    .max(ITEMS_AT_ONCE, `Choose at most ${ITEMS_AT_ONCE.toLocaleString("en-US")} items.`),
  targetPath: itemPathSchema.describe("Folder that they go to."),
});

export const sizeSchema = relocateSchema.pick({ itemPaths: true });

export const sizeAnswerSchema = z.object({
  success: z.literal(true),
  files: countSchema.describe("Files in all of them, also in folders of folders."),
  bytes: countSchema,
});

export const existingSchema = z.object({
  targetPath: itemPathSchema.default([]),
  paths: z
    .array(
      z.string("The path must be a text.").transform((given, context) => {
        const parsed = belowTopSchema.safeParse(given);
        for (const issue of parsed.error?.issues ?? []) context.issues.push({ code: "custom", message: issue.message, input: given });
        return { given, names: parsed.data ?? [] };
      }),
    )
    .max(ITEMS_AT_ONCE, `Ask for at most ${ITEMS_AT_ONCE.toLocaleString("en-US")} files.`),
});

export type ExistingQuestion = z.infer<typeof existingSchema>;

export const CHUNK_FILES = 200;
export const FILES_PER_REQUEST = 1_000;

export const EDITABLE_BYTES = 5 * 1024 * 1024;

/** Answer of GET /api/files/{project}/file-content; its ETag goes into the If-Match of the PUT. */
export const fileContentSchema = z.object({
  success: z.literal(true),
  content: z.string(),
  encoding: z.string().describe("As iconv-lite names it; kept when the file is saved."),
  hasByteOrderMark: z.boolean().describe("True of a file that begins with a byte order mark, which is no part of the content and is kept."),
  size: countSchema.describe("Bytes."),
  modified: timeSchema,
});
export type FileContent = z.infer<typeof fileContentSchema>;

export const saveContentSchema = z.object({
  filePath: belowTopSchema,
  content: z.string("content must be a text."),
  encoding: z.string().max(40).optional().describe("The file's own unless given: `utf-8` for characters that its own does not have."),
});

export const savedContentSchema = filesAnswerSchema.extend({ etag: z.string().describe("Of what is saved now.") });

export const uploadAnswerSchema = filesAnswerSchema.extend({
  totalFiles: countSchema.describe("Files of this request."),
  files: z.array(fileItemSchema),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;
