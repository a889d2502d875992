import type { UploadKind } from "@/components/upload/controller/upload-state";
import { eventLoopYielder } from "@/components/upload/source/folder/event-loop";
import type { FolderFile } from "@/components/upload/source/folder/reading";
import { isIgnoredFile } from "@/lib/archives/ignored-files";
import { type ExistingAnswer, itemPathSchema } from "@/lib/files/schema";
import { pathIn } from "@/lib/upload-client/reading/visit-folders";
import { findExisting } from "../manager/actions/file-calls";

export interface FolderTarget {
  path: string;
  kind: "files" | "folder";
}

/** Files that exist already or whose path is blocked. Paths are relative to the target folder. */
export type Conflicts = Pick<ExistingAnswer, "existing" | "blocked">;

export interface FilesUpload extends UploadKind {
  target: FolderTarget;
  selection: { source: "files"; fileCount: number; byteCount: number };
  comparison: Conflicts;
}

export type ConflictAnswer = "replace" | "skip";

export class UnfitFilesError extends Error {
  override readonly name = "UnfitFilesError";
}

export interface PreparedFiles {
  files: FolderFile[];
  ignored: number;
}

/** Skips files that operating systems add. @throws UnfitFilesError for files that the server would reject, or the signal's reason */
export async function prepareFiles(chosen: readonly FolderFile[], targetPath: string, signal: AbortSignal): Promise<PreparedFiles> {
  const files: FolderFile[] = [];
  const paths = new Set<string>();
  const yieldToEvents = eventLoopYielder();
  let ignored = 0;
  for (const { path, file } of chosen) {
    if (await yieldToEvents()) signal.throwIfAborted();
    if (isIgnoredFile(path.split("/"))) {
      ignored += 1;
      continue;
    }
    const parsed = itemPathSchema.safeParse(pathIn(targetPath, path));
    if (!parsed.success) throw new UnfitFilesError(`${path}: ${parsed.error.issues[0]?.message ?? "The path is not valid."}`);
    // The server treats names as equal when they differ only in Unicode normalization.
    if (paths.has(path)) throw new UnfitFilesError(`${path} appears twice`);
    paths.add(path);
    files.push({ path, file });
  }
  if (files.length === 0) throw new UnfitFilesError("there are no files to upload");
  return { files, ignored };
}

const PATHS_AT_ONCE = 5_000;

/** Queries the server for files that already exist. @throws RequestError, or the signal's reason */
export async function findConflicts(
  project: string,
  targetPath: string,
  files: readonly FolderFile[],
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

export function withoutConflicts(files: readonly FolderFile[], { existing, blocked }: Conflicts, isSkipping: boolean): FolderFile[] {
  const left = new Set(isSkipping ? [...existing, ...blocked] : blocked);
  return left.size === 0 ? [...files] : files.filter(({ path }) => !left.has(path));
}
