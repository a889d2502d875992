import { findExisting } from "../manager/actions/file-calls";
import type { UploadFile } from "./prepare-files";

/** Files that exist already or whose path is blocked. Paths are relative to the target folder. */
export interface Conflicts {
  existing: string[];
  blocked: string[];
}

const PATHS_AT_ONCE = 5_000;

/** Queries the server for files that already exist. @throws RequestError, or the signal's reason */
export async function findConflicts(
  project: string,
  targetPath: string,
  files: readonly UploadFile[],
  signal: AbortSignal,
): Promise<Conflicts> {
  const conflicts: Conflicts = { existing: [], blocked: [] };
  for (let from = 0; from < files.length; from += PATHS_AT_ONCE) {
    const paths = files.slice(from, from + PATHS_AT_ONCE).map(({ path }) => path);
    const { existing, blocked } = await findExisting(project, targetPath, paths);
    signal.throwIfAborted();
    for (const path of existing) conflicts.existing.push(path);
    for (const path of blocked) conflicts.blocked.push(path);
  }
  return conflicts;
}

export function withoutConflicts(files: readonly UploadFile[], { existing, blocked }: Conflicts, isSkipping: boolean): UploadFile[] {
  const left = new Set(isSkipping ? [...existing, ...blocked] : blocked);
  return left.size === 0 ? [...files] : files.filter(({ path }) => !left.has(path));
}
