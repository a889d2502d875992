import type { UploadFile } from "@/components/file-upload/upload-state";
import type { FolderFile } from "@/components/folder-upload/folder-file";
import { breather } from "@/components/publish/source/folder/breather";
import { isLeftOut } from "@/lib/archives/left-out";
import { itemPathSchema } from "@/lib/files/schema";
import { pathIn } from "@/lib/publish/reading/visit-folders";

/** What was chosen cannot be uploaded. The message is for the person, after a colon. */
export class UnfitFilesError extends Error {
  override readonly name = "UnfitFilesError";
}

/** Files that may travel. */
export interface PreparedFiles {
  files: UploadFile[];
  /** How many were added by the operating system, which nobody meant to upload. */
  leftOut: number;
}

/**
 * Leaves out what nobody meant to upload, and refuses what the server would refuse, before any byte travels.
 * @param targetPath folder that they go to; "" is the top
 * @throws UnfitFilesError; the reason of the signal when that ends first
 */
export async function prepareFiles(chosen: readonly FolderFile[], targetPath: string, signal: AbortSignal): Promise<PreparedFiles> {
  const files: UploadFile[] = [];
  const paths = new Set<string>();
  const breathe = breather();
  let leftOut = 0;
  for (const { path, file } of chosen) {
    if (await breathe()) signal.throwIfAborted();
    if (isLeftOut(path.split("/"))) {
      leftOut += 1;
      continue;
    }
    const judged = itemPathSchema.safeParse(pathIn(targetPath, path));
    if (!judged.success) throw new UnfitFilesError(`${path}: ${judged.error.issues[0]?.message ?? "The path is not valid."}`);
    // Two names that differ in their Unicode form only are one to the server.
    if (paths.has(path)) throw new UnfitFilesError(`${path} is there twice`);
    paths.add(path);
    files.push({ path, file });
  }
  if (files.length === 0) throw new UnfitFilesError("there is no file in it");
  return { files, leftOut };
}
