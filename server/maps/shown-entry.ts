import { INDEX_FILES } from "../../lib/archives/wrapping-folder";
import { asFolder, type MapAddress } from "../../lib/maps/schema";
import type { Entry, FileEntry } from "../../lib/trees/data";
import type { EntryPath } from "../../lib/trees/schema";

export interface ShownEntryParts {
  find(path: EntryPath): Promise<Entry | null>;
  /** Returns the path of the start page of a map that has no index at its top. */
  findStartPage(): Promise<string | null>;
  /** Whether the index of the map answers for an address without a file. */
  allowsRouting: boolean;
}

async function findIndex(find: ShownEntryParts["find"], path: EntryPath): Promise<FileEntry | null> {
  const found = await Promise.all(INDEX_FILES.map((name) => find([...path, name])));
  return found.find((entry) => entry?.kind === "file") ?? null;
}

/** Returns the address of a page, whose relative links need its folder. */
function addressOf({ clean }: MapAddress, page: string): string {
  const [folder = "", query] = clean.split(/\?(.*)/s);
  const path = page.split("/").map(encodeURIComponent).join("/");
  return query === undefined ? `${folder}${path}` : `${folder}${path}?${query}`;
}

/** Finds what an address shows: a file, the address to redirect to, or null. */
export async function findShown(address: MapAddress, parts: ShownEntryParts): Promise<FileEntry | string | null> {
  const { find, findStartPage, allowsRouting } = parts;
  const found = address.isFolder ? await findIndex(find, address.path) : await find(address.path);
  if (found?.kind === "folder") return asFolder(address.clean);
  if (found) return found;
  if (address.path.length > 0) return allowsRouting ? await findIndex(find, []) : null;
  const startPage = await findStartPage();
  return startPage === null ? null : addressOf(address, startPage);
}
