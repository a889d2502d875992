import { breather } from "@/components/publish/source/folder/breather";
import type { FolderFile } from "@/components/publish/source/folder/reading";
import { isIgnoredFile } from "@/lib/archives/ignored-files";
import { itemPathSchema } from "@/lib/files/schema";
import { pathIn } from "@/lib/publish/reading/visit-folders";

export class UnfitFilesError extends Error {
  override readonly name = "UnfitFilesError";
}

export interface UploadFile {
  path: string;
  file: File;
}

export interface PreparedFiles {
  files: UploadFile[];
  ignored: number;
}

/** Skips files that operating systems add. @throws UnfitFilesError for files that the server would reject, or the signal's reason */
export async function prepareFiles(chosen: readonly FolderFile[], targetPath: string, signal: AbortSignal): Promise<PreparedFiles> {
  const files: UploadFile[] = [];
  const paths = new Set<string>();
  const breathe = breather();
  let ignored = 0;
  for (const { path, file } of chosen) {
    if (await breathe()) signal.throwIfAborted();
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
