import type { AuditActor } from "../../audit/mutations";
import type { EntryPath } from "../../trees/schema";
import type { FileScope } from "../data";
import { recordFileEvent } from "../edit/file-event";
import { editTree, requireFolder } from "../editable-tree";
import { presentItem } from "../present";
import type { FileItem } from "../schema";
import { placeFiles, planUpload, type UploadedFile } from "./place-files";

/** What an upload brings into a scope. */
export interface FileUpload {
  /** Folder that the files go to. */
  targetPath: EntryPath;
  /** In the order of their parts; names are those below the target folder. */
  files: readonly UploadedFile[];
}

/**
 * Publishes files whose bytes are in the object store: all of them or none, in one transaction. Whoever reads one meanwhile gets
 * all of the old bytes or all of the new ones.
 * @returns the files as they are listed, in their order
 * @throws AppError 400 for a path that is there twice, 404 without the project or the folder, 409 where a file meets a folder
 */
export async function publishFiles(scope: FileScope, { targetPath, files }: FileUpload, actor: AuditActor): Promise<FileItem[]> {
  const plan = planUpload(files);
  const modifiedAt = new Date();
  await editTree(scope, async (tree) => {
    const target = await requireFolder(tree, targetPath);
    await placeFiles(tree, target.id, plan, modifiedAt);
    const bytes = plan.files.reduce((sum, { slice }) => sum + (slice?.size ?? 0), 0);
    const [first] = files;
    const path = first && files.length === 1 ? [...targetPath, ...first.names] : targetPath;
    const details = { count: files.length, bytes, folder: targetPath.join("/") };
    await recordFileEvent(tree.transaction, scope, actor, { action: "file.uploaded", path, details });
  });
  return files.map(({ names, slice }) => {
    const name = names.at(-1) ?? "";
    return presentItem({ kind: "file", name, modifiedAt, size: slice?.size ?? 0 }, [...targetPath, ...names.slice(0, -1)]);
  });
}
