interface Paths {
  keys(): Iterable<string>;
  has(path: string): boolean;
}

/** Returns the length of the common folder after `from`, including its slash, or 0. */
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

/** Finds the root of the map: the chosen folder or a folder that wraps the site, like the server. @returns the length of the prefix above the root */
export function findRoot(paths: Paths, indexFile: string): number {
  const chosen = sharedFolder(paths, 0);
  const wrapping = sharedFolder(paths, chosen);
  if (chosen === 0 || wrapping === 0) return chosen;
  const [first = ""] = paths.keys();
  const inside = chosen + wrapping;
  return paths.has(first.slice(0, inside) + indexFile) ? inside : chosen;
}

/** Returns a path that is both a file and a folder, or null. */
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

/** Returns the path in the map of an accepted file. Some systems allow backslashes in names; maps don't. */
export function placeOf(path: string, root: string): string {
  return path.replaceAll("\\", "/").slice(root.length);
}
