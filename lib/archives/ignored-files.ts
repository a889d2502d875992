import { isRefusal, parseEntryPath } from "./entry-path";

/** Files and folders that operating systems, file servers and version control leave behind, in lower case. */
const IGNORED_FILES: ReadonlySet<string> = new Set([".ds_store", ".localized", "desktop.ini", "ehthumbs.db", "thumbs.db"]);
const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  ...["__macosx", ".documentrevisions-v100", ".fseventsd", ".spotlight-v100", ".temporaryitems", ".trashes"],
  ...["$recycle.bin", "@eadir", ".hg", ".svn", "system volume information"],
]);
/** AppleDouble files, and `.git` with `.gitignore` and others. */
const IGNORED_START = /^\.(_|git)/i;
/** Name of a folder's icon on macOS. Names of files can't have its control character. */
const FOLDER_ICON = /(^|[/\\])(?:\._)?icon\r$/i;

/** Returns an ignored name that can be parsed for the name of a folder's icon, and other names as they are. */
export function withoutFolderIcon(name: string): string {
  return name.endsWith("\r") ? name.replace(FOLDER_ICON, "$1._Icon") : name;
}

/** Returns true for a file that is never published, such as `.DS_Store`. @param path its folders and its name */
export function isIgnoredFile(path: readonly string[]): boolean {
  const name = path.at(-1)?.toLowerCase();
  if (name === undefined) return false;
  if (IGNORED_FILES.has(name) || FOLDER_ICON.test(name)) return true;
  return path.some((component) => IGNORED_START.test(component) || IGNORED_FOLDERS.has(component.toLowerCase()));
}

/** Returns true for an entry of an accepted archive that becomes a file of the tree. */
export function isPublishedFile(name: string | null): boolean {
  const path = parseEntryPath(name ?? "");
  return !isRefusal(path) && !path.isFolder && !isIgnoredFile(path.components);
}
