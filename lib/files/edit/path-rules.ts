import { archiveLimits } from "../../archives/limits";
import { AppError } from "../../errors";
import type { EntryPath } from "../../trees/schema";
import type { SubtreeReach } from "../../trees/subtrees/subtree";

/** Of a path in UTF-8, with its slashes. */
export const bytesOf = (path: EntryPath) => Buffer.byteLength(path.join("/"), "utf8");

/** Two things of one folder cannot have one name. */
export const nameTaken = (name: string) => new AppError("conflict", `A file or folder named “${name}” already exists here.`);

/** @throws AppError 400 when what lies below an entry would have longer paths at this one than a map can have */
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
