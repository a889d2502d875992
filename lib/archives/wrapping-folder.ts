const INDEX_FILE = "index.html";

export interface WrappingFolderWatch {
  /** Tells of an entry that is kept. */
  add(components: readonly string[], isFolder: boolean): void;
  /** The folder to strip, or null. */
  find(): string | null;
}

/**
 * Finds the folder that a site was zipped with instead of its content:
 * everything lies in it, and its index.html is where the root's should be.
 */
export function watchWrappingFolder(): WrappingFolderWatch {
  let top: string | undefined;
  let isAlone = true;
  let hasIndex = false;
  return {
    add(components, isFolder) {
      const first = components[0];
      if (first === undefined) return;
      top ??= first;
      if (first !== top || (components.length === 1 && !isFolder)) isAlone = false;
      else if (components.length === 2 && !isFolder && components[1] === INDEX_FILE) hasIndex = true;
    },
    find: () => (isAlone && hasIndex && top !== undefined ? top : null),
  };
}
