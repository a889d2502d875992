import type { Database } from "../../db/query";
import { type Entry, findEntriesBy, type TreeRoot } from "../../trees/data";
import type { EntryPath } from "../../trees/schema";
import { itemGone } from "./path-rules";

export interface ChosenItem {
  path: EntryPath;
  entry: Entry;
}

/** Returns the paths without duplicates and without those below another one of them. */
export function withoutInner(paths: readonly EntryPath[]): EntryPath[] {
  const chosen = new Map(paths.map((path) => [path.join("/"), path]));
  const hasOuter = (path: EntryPath) => path.some((_, length) => chosen.has(path.slice(0, length).join("/")));
  return [...chosen.values()].filter((path) => !hasOuter(path));
}

export async function requireItems(client: Database, root: TreeRoot, paths: readonly EntryPath[]): Promise<ChosenItem[]> {
  const entries = await findEntriesBy(
    client,
    paths.map((path) => ({ root, path })),
  );
  return paths.map((path, index) => {
    const entry = entries[index];
    if (!entry) throw itemGone(path);
    return { path, entry };
  });
}
