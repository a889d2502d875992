import { archiveLimits } from "../../archives/limits";
import type { Database } from "../../db/query";
import { AppError, notFound } from "../../errors";
import { type Entry, findEntriesBy, type TreeRoot } from "../../trees/data";
import type { EntryPath } from "../../trees/schema";
import type { SubtreeReach } from "../../trees/subtrees/subtree";

export const bytesOf = (path: EntryPath) => Buffer.byteLength(path.join("/"), "utf8");

export const nameTaken = (name: string) => new AppError("conflict", `A file or folder named “${name}” already exists here.`);

export const itemGone = (path: EntryPath) => notFound(`“${path.at(-1) ?? ""}” no longer exists.`);

/** Checks the limits of paths at a new place. @throws AppError 400 when paths below an entry would become too long or too deep */
export function requireRoom(path: EntryPath, { depth, pathBytes }: Pick<SubtreeReach, "depth" | "pathBytes">): void {
  const name = path.at(-1) ?? "";
  if (path.length + depth > archiveLimits.depth)
    throw new AppError("bad_request", `“${name}” would reach deeper there than the ${archiveLimits.depth} levels that a path can have.`);
  if (bytesOf(path) + pathBytes > archiveLimits.pathBytes)
    throw new AppError(
      "bad_request",
      `Paths in “${name}” would be longer there than the ${archiveLimits.pathBytes} bytes that a path can have.`,
    );
}

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
