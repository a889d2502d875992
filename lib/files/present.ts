import type { Entry } from "../trees/data";
import type { EntryPath } from "../trees/schema";
import type { FileItem } from "./schema";

/** Formats an entry for the API. @param folder path of the folder that contains it */
export function presentItem(entry: Pick<Entry, "kind" | "name" | "modifiedAt"> & { size?: number }, folder: EntryPath): FileItem {
  const { kind, name, modifiedAt, size = 0 } = entry;
  return { name, path: [...folder, name].join("/"), type: kind, size, modified: modifiedAt.toISOString() };
}
