import { PathTree } from "../../archives/path-tree";
import { watchWrappingFolder } from "../../archives/wrapping-folder";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { finishTree } from "../../trees/mutations";
import { measureTree, type TreeMeasure } from "../../trees/subtrees/copy-tree";
import { beginTree } from "../pipeline/index-step";
import type { HeldImport, StepContext } from "../pipeline/lease";
import { TreeWriter } from "../pipeline/tree-writer";
import { type KnownFolders, readFolders, startFromBase, type TakenAway } from "./base-tree";
import { isFile, type ListedFile, readList } from "./list-format";
import { EMPTY_FOLDER, refuseList, refusePath, tooManyFiles } from "./refusals";

interface Written {
  files: number;
  bytes: number;
  /** Number of the folder that contains everything and is stripped, or null. */
  wrappingFolder: number | null;
}

/** Writes the list of a folder into a new tree. @throws AppError 409 when the base tree is gone, 400 for a bad list; BlobMissingError */
export async function indexFolder(context: StepContext, held: HeldImport): Promise<HeldImport> {
  const { lease } = context;
  const { baseTreeId } = held;
  const target = await beginTree(context, held);
  const isDelta = baseTreeId !== null;
  const takenAway = isDelta ? await startFromBase(context, { ...held, baseTreeId }, target) : null;
  const none: KnownFolders = { tree: new PathTree({ ofDuplicates: "database" }), ids: [target.rootId] };
  const { tree, ids } = isDelta ? await readFolders(target.treeId) : none;
  const writer = new TreeWriter(target.treeId, ids);
  try {
    const written = await writeFiles(context, held, tree, writer);
    const whole: TreeMeasure = isDelta ? await measureTree(db(), target.treeId) : { ...written, folders: tree.folderCount };
    checkWhole(whole);
    const wrappingFolderId = written.wrappingFolder === null || isDelta ? null : writer.idOf(written.wrappingFolder);
    return await inTransaction(async (tx) => {
      await finishTree(tx, { ...target, wrappingFolderId, files: whole.files, bytes: whole.bytes });
      const changes = takenAway && countChanges(written, takenAway);
      return lease.write(
        { status: "publishing", attempts: 0, filesTotal: whole.files, bytesTotal: whole.bytes, ...(changes && { changes }) },
        tx,
      );
    });
  } finally {
    await writer.close();
  }
}

function countChanges({ files }: Written, { changed, removed }: TakenAway) {
  return { added: files - changed, changed, removed };
}

/** Checks the rules that need the whole list and the base tree. */
function checkWhole({ files, folders }: TreeMeasure): void {
  if (files === 0) throw refuseList(EMPTY_FOLDER);
  if (files + folders > env().maxFiles) throw refuseList(tooManyFiles());
}

async function writeFiles({ store, signal }: StepContext, { blobKey }: HeldImport, tree: PathTree, writer: TreeWriter): Promise<Written> {
  const wrapping = watchWrappingFolder();
  let files = 0;
  let bytes = 0;
  try {
    for await (const lines of readList(store, blobKey, signal)) {
      for (const line of lines) {
        if (!isFile(line)) continue;
        const components = line.path.split("/");
        addFile(line, components, tree, writer);
        wrapping.add(components, false);
        files += 1;
        bytes += line.size;
      }
      await writer.flush();
    }
    await writer.finish();
  } catch (error) {
    const duplicate = writer.findDuplicate(error);
    if (!duplicate) throw error;
    const { folder, name } = duplicate;
    throw refusePath(tree.hasFolder(folder, name) ? "fileAndFolder" : "duplicate", [...tree.pathOf(folder), name].join("/"));
  }
  const name = wrapping.find();
  return { files, bytes, wrappingFolder: name === null ? null : tree.findFolder([name]) };
}

function addFile(
  { path, upload, offset, size, modified }: ListedFile,
  components: readonly string[],
  tree: PathTree,
  writer: TreeWriter,
): void {
  const modifiedAt = modified === null ? null : new Date(modified);
  const entered = tree.enterFolder(components.slice(0, -1));
  // Only the database finds duplicates of files here.
  if ("taken" in entered) throw refusePath("fileAndFolder", path);
  writer.addFolders(entered.newFolders, modifiedAt);
  const slice = { blobKey: upload, offset, hasLocalHeader: false, storedSize: size, size, method: "stored" as const, crc32: null };
  writer.addFile(entered.folder, components.at(-1) ?? "", modifiedAt, slice);
}
