export interface PathPart {
  name: string;
  path: string;
}

/** Returns the folders from the top to `path`, itself included; none for the top folder. */
export function partsOf(path: string): PathPart[] {
  const names = path === "" ? [] : path.split("/");
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join("/") }));
}

/** Returns the folder that contains `path`; `""` is the top folder. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function canMoveInto(paths: readonly string[], folder: string): boolean {
  return (
    paths.length > 0 &&
    paths.every((path) => folder !== path && !folder.startsWith(`${path}/`)) &&
    paths.some((path) => parentOf(path) !== folder)
  );
}

/** Returns the length of a name without its extension, for the selection in the rename field. */
export function stemLength(name: string, type: "file" | "folder"): number {
  const dot = type === "file" ? name.lastIndexOf(".") : -1;
  return dot > 0 ? dot : name.length;
}

/** Returns a number with its noun, such as `1 item` or `2,000 files`. */
export function countOf(count: number, noun: "item" | "file"): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
