/** What there is to ask of many paths. */
interface Paths {
  keys(): Iterable<string>;
  has(path: string): boolean;
}

/** @returns length of the first folder after `from`, with its slash, when every path has it; else 0 */
function sharedFolder(paths: Paths, from: number): number {
  let shared: string | null = null;
  for (const path of paths.keys()) {
    const slash = path.indexOf("/", from);
    if (slash < 0) return 0;
    shared ??= path.slice(from, slash + 1);
    if (!path.startsWith(shared, from)) return 0;
  }
  return shared?.length ?? 0;
}

/**
 * Finds where the map begins: in the chosen folder, if all lies in one, and in one more inside it if that wraps the whole site,
 * as the server does with it.
 * @returns how much of each path is above the map, in characters
 */
export function findRoot(paths: Paths, indexFile: string): number {
  const chosen = sharedFolder(paths, 0);
  const wrapping = sharedFolder(paths, chosen);
  if (chosen === 0 || wrapping === 0) return chosen;
  const [first = ""] = paths.keys();
  const inside = chosen + wrapping;
  return paths.has(first.slice(0, inside) + indexFile) ? inside : chosen;
}

/** @returns a path that is a file's and at the same time the folder of another file; null when there is none */
export function findFolderConflict(paths: Paths): string | null {
  const seen = new Set<string>();
  for (const path of paths.keys()) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (seen.has(folder)) break;
      if (paths.has(folder)) return folder;
      seen.add(folder);
    }
  }
  return null;
}
