/** Files that are the page of their folder, the first one first. */
export const INDEX_FILES: readonly string[] = ["index.html", "index.htm"];

export interface WrappingFolderWatch {
  add(components: readonly string[], isFolder: boolean): void;
  find(): string | null;
}

/** Finds the top-level folder that contains everything, with an index: a folder was zipped instead of its contents. */
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
      else if (components.length === 2 && !isFolder && INDEX_FILES.includes(components[1] ?? "")) hasIndex = true;
    },
    find: () => (isAlone && hasIndex && top !== undefined ? top : null),
  };
}
