export interface PathPart {
  name: string;
  path: string;
}

/** @returns the folders on the way to `path`, itself last; none for the top */
export function partsOf(path: string): PathPart[] {
  const names = path === "" ? [] : path.split("/");
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join("/") }));
}

/** @returns the folder that holds `path`; "" is the top */
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

/** @returns where the extension of a name begins, so that renaming can leave it alone; its end when it has none, or is nothing else */
export function stemLength(name: string, type: "file" | "folder"): number {
  const dot = type === "file" ? name.lastIndexOf(".") : -1;
  return dot > 0 ? dot : name.length;
}

export function countItems(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "item" : "items"}`;
}
