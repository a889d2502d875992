import { quoteName } from "../../archives/refusals";
import type { Slice } from "../../blobs/slice";
import { convertedPath } from "../../data-maps/formats/converted-file";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import { releaseBlobs } from "../../storage/mutations";
import { insertFiles } from "../../trees/mutations";
import type { EntryPath } from "../../trees/schema";
import { deleteSubtree } from "../../trees/subtrees/subtree";
import { type EditableTree, ensureFolder, findLocked } from "../edit/editable-tree";
import { recordFileEvent } from "../edit/file-event";
import type { ChangeSource } from "./change-map";

/** A file to put into the tree. Path: from the top of the map. */
export interface PutFile {
  path: string;
  slice: Slice;
}

/** Deletes what a former conversion has put. @throws DataRefusedError where something else is */
async function makeRoom(tree: EditableTree, top: string, wantsFile: boolean): Promise<void> {
  const existing = await findLocked(tree, top.split("/"));
  if (!existing) return;
  if ((existing.kind === "file") !== wantsFile) {
    const kind = existing.kind === "file" ? "file" : "folder";
    throw new DataRefusedError(`The ${kind} ${quoteName(top)} is where the converted data belongs. Rename it, and upload the data again.`);
  }
  const { files, bytes, blobKeys } = await deleteSubtree(tree.tx, tree.treeId, existing.id);
  tree.files -= files;
  tree.bytes -= bytes;
  await releaseBlobs(tree.tx, blobKeys);
}

const inTheWay = (path: EntryPath) => new DataRefusedError(`${quoteName(path.join("/"))} is a file. Rename it, and upload the data again.`);

/** Puts converted files into the tree, in place of those of a former conversion. @throws DataRefusedError where something else is */
export async function putConverted(
  tree: EditableTree,
  source: ChangeSource & { isLarge: boolean },
  files: readonly PutFile[],
): Promise<void> {
  const top = source.isLarge ? source.path : convertedPath(source.path);
  await makeRoom(tree, top, source.isLarge || files[0]?.path === top);
  for (const { path, slice } of files) {
    const names = path.split("/");
    const parentId = await ensureFolder(tree, names.slice(0, -1), inTheWay);
    await insertFiles(tree.tx, tree.treeId, [{ parentId, name: names.at(-1) ?? "", modifiedAt: new Date(), slice }]);
    tree.files += 1;
    tree.bytes += slice.size;
  }
  const bytes = files.reduce((sum, { slice }) => sum + slice.size, 0);
  await recordFileEvent(tree.tx, source.scope, null, { action: "file.converted", path: top.split("/"), details: { bytes } });
}
