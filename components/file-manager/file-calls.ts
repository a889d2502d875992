import { requestJson, sendJson } from "@/components/shared/request-json";
import { type BrowseSort, FILES_PATH, type FileItem, type FilesAnswer, type FolderPage } from "@/lib/files/schema";
import type { TrashAnswer } from "@/lib/files/trash/schema";

/*
 * The JSON calls of the file manager (spec 001 §7), one function each. `project` is a safe name, or `assets`. All of them throw
 * RequestError. The answers are our own API's: their types are the ones that the routes are written with.
 */

/** @param call below the project, e.g. `browse` */
export function filesPath(project: string, call: string): string {
  return `${FILES_PATH}/${encodeURIComponent(project)}/${call}`;
}

/** What part of a folder is asked for. */
export interface BrowseAsk {
  /** Of the folder; "" is the top. */
  path: string;
  search: string;
  sort: BrowseSort;
  offset: number;
  /** Null for all there are. */
  limit: number | null;
}

export async function browseFolder(project: string, ask: BrowseAsk, signal?: AbortSignal): Promise<FolderPage> {
  const { path, search, sort, offset, limit } = ask;
  const query = new URLSearchParams({ path, sort, offset: String(offset) });
  if (limit !== null) query.set("limit", String(limit));
  if (search) query.set("search", search);
  return (await requestJson(`${filesPath(project, "browse")}?${query}`, signal ? { signal } : {})) as FolderPage;
}

/** Answer of the calls that make an item, or make another one of it. */
export interface ItemAnswer extends FilesAnswer {
  item: FileItem;
}

export async function createFolder(project: string, folderPath: string, folderName: string): Promise<ItemAnswer> {
  return (await sendJson("POST", filesPath(project, "folder"), { folderPath, folderName })) as ItemAnswer;
}

export async function renameItem(project: string, oldPath: string, newName: string): Promise<ItemAnswer> {
  return (await sendJson("PATCH", filesPath(project, "rename"), { oldPath, newName })) as ItemAnswer;
}

export interface DeleteAnswer extends FilesAnswer {
  /** By which it is restored; null of what was deleted for good. */
  trashId: string | null;
}

export async function deleteItem(project: string, item: Pick<FileItem, "path" | "type">, permanently: boolean): Promise<DeleteAnswer> {
  const body = { itemPath: item.path, itemType: item.type, permanently };
  return (await sendJson("DELETE", filesPath(project, "item"), body)) as DeleteAnswer;
}

/** Answer of POST …/move and …/copy: the items where they are now. */
export interface ItemsAnswer extends FilesAnswer {
  items: FileItem[];
}

/** @param how whether the items stay where they are as well */
export async function relocateItems(
  project: string,
  how: "move" | "copy",
  itemPaths: readonly string[],
  targetPath: string,
): Promise<ItemsAnswer> {
  return (await sendJson("POST", filesPath(project, how), { itemPaths, targetPath })) as ItemsAnswer;
}

export interface ExistingAnswer {
  success: true;
  /** Of the paths that were asked for: files that an upload would replace. */
  existing: string[];
  /** Those that no file can take, since a folder has the name or a file stands where a folder is needed. */
  blocked: string[];
}

/** @param paths relative to the target, at most ITEMS_AT_ONCE */
export async function findExisting(project: string, targetPath: string, paths: readonly string[]): Promise<ExistingAnswer> {
  return (await sendJson("POST", filesPath(project, "existing"), { targetPath, paths })) as ExistingAnswer;
}

export async function listTrash(project: string): Promise<TrashAnswer> {
  return (await requestJson(filesPath(project, "trash"))) as TrashAnswer;
}

/** The item comes back where it was, under another name if its own is taken: the answer tells where. */
export async function restoreItem(project: string, trashId: string): Promise<ItemAnswer> {
  return (await sendJson("POST", filesPath(project, "trash/restore"), { id: trashId })) as ItemAnswer;
}

export interface EmptiedAnswer extends FilesAnswer {
  /** How many items are gone. */
  deleted: number;
}

/** @param ids of items; without them everything in the trash goes for good */
export async function emptyTrash(project: string, ids?: readonly string[]): Promise<EmptiedAnswer> {
  return (await sendJson("DELETE", filesPath(project, "trash"), ids ? { ids } : {})) as EmptiedAnswer;
}
