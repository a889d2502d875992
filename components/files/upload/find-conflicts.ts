import { findExisting } from "@/components/file-manager/file-calls";
import type { Conflicts, UploadFile } from "@/components/file-upload/upload-state";

/** So many paths in one question: a body of some hundred kilobytes. */
const PATHS_AT_ONCE = 5_000;

/**
 * Asks which of the files are there already, before any byte travels.
 * @throws RequestError; the reason of the signal when that ends first
 */
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

/** What is uploaded after the person's answer. */
export function withoutConflicts(files: readonly UploadFile[], { existing, blocked }: Conflicts, isSkipping: boolean): UploadFile[] {
  const left = new Set(isSkipping ? [...existing, ...blocked] : blocked);
  return left.size === 0 ? [...files] : files.filter(({ path }) => !left.has(path));
}
