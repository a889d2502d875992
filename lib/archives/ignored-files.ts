import { isRefusal, parseEntryPath } from "./entry-path";

const ignoredNames: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db"]);
const ignoredFolder = "__MACOSX";
const ignoredPrefix = "._";

export function isIgnoredFile(path: readonly string[]): boolean {
  const name = path.at(-1);
  if (name === undefined) return false;
  return ignoredNames.has(name) || name.startsWith(ignoredPrefix) || path.includes(ignoredFolder);
}

/** Returns true for an entry of an accepted archive that becomes a file of the tree. */
export function isPublishedFile(name: string | null): boolean {
  const path = parseEntryPath(name ?? "");
  return !isRefusal(path) && !path.isFolder && !isIgnoredFile(path.components);
}
