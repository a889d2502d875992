import { isRefusal, parseEntryPath } from "./entry-path";

/** What operating systems add to an archive on their own and nobody meant to publish. */
const leftOutNames: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db"]);
const leftOutFolder = "__MACOSX";
/** AppleDouble: the resource fork beside a file. */
const leftOutPrefix = "._";

/** True for an entry that is skipped silently. `path` is its path in components. */
export function isLeftOut(path: readonly string[]): boolean {
  const name = path.at(-1);
  if (name === undefined) return false;
  return leftOutNames.has(name) || name.startsWith(leftOutPrefix) || path.includes(leftOutFolder);
}

/** True for an entry of an accepted archive that becomes a file of the tree: no folder, and not left out. */
export function isPublishedFile(name: string | null): boolean {
  const path = parseEntryPath(name ?? "");
  return !isRefusal(path) && !path.isFolder && !isLeftOut(path.components);
}
