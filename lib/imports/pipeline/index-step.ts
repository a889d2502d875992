import { ArchiveDirectory, type DirectoryEntry } from "../../archives/directory";
import { METHOD_DEFLATED } from "../../archives/entry-kind";
import { ArchiveRefusedError } from "../../archives/refusals";
import { type ArchiveSummary, DirectoryCheck } from "../../archives/rules";
import type { Slice } from "../../blobs/slice";
import { type BlobKey, BlobMissingError } from "../../blobs/store";
import { withTransaction } from "../../db";
import { createTree, deleteTree, finishTree } from "../../trees/mutations";
import type { HeldImport, StepContext } from "./lease";
import { TreeWriter } from "./tree-writer";

const WRAPPING_FOLDER = 1;

/** Reads the directory of the archive into a new tree, and deletes the tree of an earlier attempt. @throws ArchiveRefusedError */
export async function indexArchive(context: StepContext, held: HeldImport): Promise<HeldImport> {
  const { lease, signal } = context;
  const { directory, size } = await openDirectory(context, held);
  const { treeId, rootId } = await beginTree(context, held);
  const check = new DirectoryCheck(size, { ofDuplicates: "database" });
  const writer = await TreeWriter.open({ treeId, rootId });
  try {
    const summary = await copyEntries({ directory, check, writer, blobKey: held.blobKey, signal });
    const wrappingFolderId = summary.wrappingFolder === null ? null : writer.idOf(WRAPPING_FOLDER);
    return await withTransaction(async (transaction) => {
      await finishTree(transaction, { treeId, rootId, wrappingFolderId, files: summary.files, bytes: summary.size });
      return lease.write({ status: "publishing", filesTotal: summary.files, bytesTotal: summary.size }, transaction);
    });
  } finally {
    await writer.close();
  }
}

export async function openDirectory(
  { store, signal }: StepContext,
  { blobKey }: HeldImport,
): Promise<{ directory: ArchiveDirectory; size: number }> {
  const size = await store.size(blobKey);
  if (size === null) throw new BlobMissingError(blobKey);
  return { directory: await ArchiveDirectory.open(store, blobKey, size, signal), size };
}

export function beginTree({ lease }: StepContext, { treeId: leftOver }: HeldImport): Promise<{ treeId: number; rootId: number }> {
  return withTransaction(async (transaction) => {
    await lease.lock(transaction);
    if (leftOver !== null) await deleteTree(transaction, leftOver);
    const tree = await createTree(transaction);
    await lease.write({ status: "indexing", treeId: tree.treeId }, transaction);
    return tree;
  });
}

interface Copying {
  directory: ArchiveDirectory;
  check: DirectoryCheck;
  writer: TreeWriter;
  blobKey: BlobKey;
  signal: AbortSignal;
}

function sliceOf(blobKey: BlobKey, { method, size, offset, storedSize, crc32 }: DirectoryEntry): Slice {
  // Some writers declare deflate for an empty file and write nothing, which no inflater takes.
  const isDeflated = method === METHOD_DEFLATED && storedSize > 0;
  return { blobKey, offset, hasLocalHeader: true, storedSize, size, method: isDeflated ? "deflated" : "stored", crc32 };
}

async function copyEntries({ directory, check, writer, blobKey, signal }: Copying): Promise<ArchiveSummary> {
  try {
    for await (const entry of directory.entries()) {
      signal.throwIfAborted();
      const verdict = check.add(entry);
      if (verdict.kind === "refused") throw new ArchiveRefusedError(verdict.refusal);
      if (verdict.kind === "ignored") continue;
      const { modifiedAt } = entry;
      if (verdict.newFolders.length > 0) await writer.addFolders(verdict.newFolders, modifiedAt);
      if (verdict.kind === "file") {
        await writer.addFile({ folder: verdict.folder, name: verdict.name, modifiedAt, slice: sliceOf(blobKey, entry) });
      }
    }
    const verdict = check.finish(directory.start);
    if (verdict.kind === "refused") throw new ArchiveRefusedError(verdict.refusal);
    await writer.finish();
    return verdict.summary;
  } catch (error) {
    const duplicate = writer.findDuplicate(error);
    throw duplicate ? new ArchiveRefusedError(check.refuseTwice(duplicate)) : error;
  }
}
