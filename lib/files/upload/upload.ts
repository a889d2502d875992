import type { AuditActor } from "../../audit/mutations";
import type { EntryPath } from "../../trees/schema";
import type { FileScope } from "../data";
import { editTree, requireFolder } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import { presentItem } from "../present";
import type { FileItem } from "../schema";
import { placeFiles, planUpload, type UploadedFile } from "./place-files";

export interface FileUpload {
  targetPath: EntryPath;
  files: readonly UploadedFile[];
}

/** Publishes stored files, all or none. @throws AppError 400 for a duplicate path, 404, 409 where a file meets a folder */
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
