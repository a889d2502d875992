import { z } from "zod";
import { RequestError, requestJson, requestWithHeaders, sendJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import {
  type BrowseSort,
  deleteAnswerSchema,
  existingAnswerSchema,
  type FileContent,
  type FileItem,
  fileContentSchema,
  folderPageSchema,
  itemAnswerSchema,
  itemsAnswerSchema,
  sizeAnswerSchema,
} from "@/lib/files/schema";
import { emptiedAnswerSchema } from "@/lib/files/trash/schema";
import { filesPath } from "./file-addresses";

/** JSON calls of the file manager. `project` is a safe name or `assets`. All calls throw RequestError. */

type Method = Parameters<typeof sendJson>[0];

async function send<Schema extends z.ZodType>(schema: Schema, method: Method, path: string, body: object): Promise<z.output<Schema>> {
  return parseAnswer(schema, await sendJson(method, path, body));
}

interface BrowseQuery {
  path: string;
  search: string;
  sort: BrowseSort;
  offset: number;
  limit: number | null;
}

export async function browseFolder(project: string, { path, search, sort, offset, limit }: BrowseQuery, signal: AbortSignal) {
  const query = new URLSearchParams({ path, sort, offset: String(offset) });
  if (limit !== null) query.set("limit", String(limit));
  if (search) query.set("search", search);
  return parseAnswer(folderPageSchema, await requestJson(`${filesPath(project, "browse")}?${query}`, { signal }));
}

export function createFolder(project: string, folderPath: string, folderName: string) {
  return send(itemAnswerSchema, "POST", filesPath(project, "folder"), { folderPath, folderName });
}

export function renameItem(project: string, oldPath: string, newName: string) {
  return send(itemAnswerSchema, "PATCH", filesPath(project, "rename"), { oldPath, newName });
}

export function deleteItem(project: string, { path, type }: FileItem, permanently: boolean) {
  return send(deleteAnswerSchema, "DELETE", filesPath(project, "item"), { itemPath: path, itemType: type, permanently });
}

export function relocateItems(project: string, how: "move" | "copy", itemPaths: readonly string[], targetPath: string) {
  return send(itemsAnswerSchema, "POST", filesPath(project, how), { itemPaths, targetPath });
}

export function measureItems(project: string, items: readonly FileItem[]) {
  return send(sizeAnswerSchema, "POST", filesPath(project, "size"), { itemPaths: items.map(({ path }) => path) });
}

export function findExisting(project: string, targetPath: string, paths: readonly string[]) {
  return send(existingAnswerSchema, "POST", filesPath(project, "existing"), { targetPath, paths });
}

/** Restores an item to its folder. If its name is taken, the server chooses another one. */
export function restoreItem(project: string, id: string) {
  return send(itemAnswerSchema, "POST", filesPath(project, "trash/restore"), { id });
}

/** Deletes items from the trash permanently. @param ids default: all items */
export function emptyTrash(project: string, ids?: readonly string[]) {
  return send(emptiedAnswerSchema, "DELETE", filesPath(project, "trash"), ids ? { ids } : {});
}

export interface LoadedContent extends FileContent {
  /** Null when a proxy removed the header. */
  etag: string | null;
}

/** Loads a text file. @throws RequestError with 404 when it doesn't exist, 413 when it is too large, 415 when it isn't text */
export async function loadContent(project: string, path: string, signal: AbortSignal): Promise<LoadedContent> {
  const { body, headers } = await requestWithHeaders(`${filesPath(project, "file-content")}?${new URLSearchParams({ filePath: path })}`, {
    signal,
  });
  return { ...parseAnswer(fileContentSchema, body), etag: headers.get("ETag") };
}

const savedSchema = z.object({ message: z.string().catch("") });

interface ContentToSave {
  filePath: string;
  content: string;
  encoding: string | undefined;
}

/**
 * Saves a text file. @param basedOn ETag of the version to replace; null replaces any version
 * @throws RequestError with 404 when the file doesn't exist, 409 when its version differs, 413 when it is too large, 422 when the
 * encoding lacks a character
 */
export async function saveContent(project: string, content: ContentToSave, basedOn: string | null) {
  const { body, headers } = await requestWithHeaders(filesPath(project, "file-content"), {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...(basedOn ? { "If-Match": basedOn } : {}) },
    body: JSON.stringify(content),
  });
  return { ...savedSchema.parse(body), etag: headers.get("ETag") };
}

/** Returns the server's message of a failed call, else `failed`, or `broken` when the server did not respond. */
export function fileFailure(error: unknown, failed: string, broken: string): string {
  if (!(error instanceof RequestError) || error.status === 0) return broken;
  return error.message || failed;
}

export function deleteFailure(error: unknown, name: string): string {
  const prefix = `Failed to delete ${name}: `;
  const isAnswer = error instanceof RequestError && error.status !== 0;
  return isAnswer ? `${prefix}${error.message || "Unknown error"}` : "Error deleting items";
}
