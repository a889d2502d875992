import { ArchiveDirectory, type ReadBytes } from "../../archives/directory/archive-directory";
import { findNameEncoding } from "../../archives/directory/encoding-job";
import { decodeName, type NameEncoding } from "../../archives/directory/name-encoding";
import type { DirectoryEntry } from "../../archives/directory/record";
import { isDeflated64, METHOD_DEFLATED } from "../../archives/entry-kind";
import { modifiedAt as modifiedAtOf } from "../../archives/modified-at";
import { ArchiveRefusedError } from "../../archives/refusals";
import { type ArchiveSummary, DirectoryCheck } from "../../archives/rules";
import type { Slice } from "../../blobs/slice";
import { type BlobKey, BlobMissingError } from "../../blobs/store";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { logger } from "../../logging/logger";
import { createTree, deleteTree, finishTree } from "../../trees/mutations";
import type { HeldImport, StepContext } from "./lease";
import { TreeWriter } from "./tree-writer";

const WRAPPING_FOLDER = 1;

/** Reads the directory of the archive into a new tree, and deletes the tree of an earlier attempt. @throws ArchiveRefusedError */
export async function indexArchive(context: StepContext, held: HeldImport): Promise<HeldImport> {
  const { lease, signal } = context;
  const directory = await openDirectory(context, held);
  if (directory.place.hasTail) logger.info({ importId: held.id }, "bytes after the end of the archive are ignored");
  const { treeId, rootId } = await beginTree(context, held);
  const check = new DirectoryCheck(directory.place.archiveSize, { ofDuplicates: "database" }, env().maxFiles);
  const writer = new TreeWriter(treeId, [rootId]);
  try {
    const { summary, nameEncoding } = await copyEntries({ directory, check, writer, held, signal });
    const status = summary.hasDeflated64 ? "materialising" : "publishing";
    const wrappingFolderId = summary.wrappingFolder === null ? null : writer.idOf(WRAPPING_FOLDER);
    return await inTransaction(async (tx) => {
      await finishTree(tx, { treeId, rootId, wrappingFolderId, files: summary.files, bytes: summary.size });
      return lease.write({ status, attempts: 0, filesTotal: summary.files, bytesTotal: summary.size, nameEncoding }, tx);
    });
  } finally {
    await writer.close();
  }
}

/** Opens the directory of the archive. Every step after this one decodes its names alike, by the encoding in the import. */
export async function openDirectory({ store, signal }: StepContext, { blobKey, nameEncoding }: HeldImport): Promise<ArchiveDirectory> {
  const size = await store.size(blobKey);
  if (size === null) throw new BlobMissingError(blobKey);
  const read: ReadBytes = (offset, length) => store.readBytes(blobKey, { offset, length }, signal);
  const directory = await ArchiveDirectory.open(read, size);
  return nameEncoding === null ? directory : directory.withEncoding(nameEncoding);
}

export function beginTree({ lease }: StepContext, { treeId: leftOver }: HeldImport): Promise<{ treeId: number; rootId: number }> {
  return inTransaction(async (tx) => {
    await lease.lock(tx);
    if (leftOver !== null) await deleteTree(tx, leftOver);
    const tree = await createTree(tx);
    await lease.write({ status: "indexing", treeId: tree.treeId }, tx);
    return tree;
  });
}

interface Copying {
  directory: ArchiveDirectory;
  check: DirectoryCheck;
  writer: TreeWriter;
  held: HeldImport;
  signal: AbortSignal;
}

/** Decodes names that declare no encoding. It finds the encoding at the first of them, unless the import has one. */
class NameDecoder {
  encoding: NameEncoding | null;

  constructor(
    private readonly held: HeldImport,
    private readonly signal: AbortSignal,
  ) {
    this.encoding = held.nameEncoding;
  }

  async decode(entries: readonly DirectoryEntry[]): Promise<void> {
    const { id: importId, blobKey, nameEncoding } = this.held;
    const undeclared = nameEncoding === null ? entries.filter(({ isNameUndeclared }) => isNameUndeclared) : [];
    if (undeclared.length === 0) return;
    if (this.encoding === null) {
      this.encoding = (await findNameEncoding(blobKey, { signal: this.signal })) ?? "cp437";
      logger.info({ importId, encoding: this.encoding }, "the archive declares no encoding of its names");
    }
    for (const entry of undeclared) entry.name = decodeName(entry.rawName, this.encoding);
  }
}

function sliceOf(blobKey: BlobKey, entry: DirectoryEntry): Slice {
  const { method, size, offset, crc32 } = entry;
  // A Deflate64 file can't be read until its slice points at its inflated bytes. That happens before the tree is published.
  const storedSize = isDeflated64(entry) ? size : entry.storedSize;
  // Some writers declare deflate for an empty file and write nothing, which no inflater takes.
  const isDeflated = method === METHOD_DEFLATED && storedSize > 0;
  return { blobKey, offset, hasLocalHeader: true, storedSize, size, method: isDeflated ? "deflated" : "stored", crc32 };
}

function copyEntry(entry: DirectoryEntry, { check, writer, held: { blobKey } }: Copying): void {
  const verdict = check.add(entry);
  if (verdict.kind === "refused") throw new ArchiveRefusedError(verdict.refusal);
  if (verdict.kind === "ignored") return;
  const modifiedAt = modifiedAtOf(entry);
  writer.addFolders(verdict.newFolders, modifiedAt);
  if (verdict.kind === "file") writer.addFile(verdict.folder, verdict.name, modifiedAt, sliceOf(blobKey, entry));
}

async function copyEntries(copying: Copying): Promise<{ summary: ArchiveSummary; nameEncoding: NameEncoding | null }> {
  const { directory, check, writer, held, signal } = copying;
  const names = new NameDecoder(held, signal);
  try {
    for await (const entries of directory.batches()) {
      signal.throwIfAborted();
      await names.decode(entries);
      for (const entry of entries) copyEntry(entry, copying);
      await writer.flush();
    }
    const verdict = check.finish(directory.place.start);
    if (verdict.kind === "refused") throw new ArchiveRefusedError(verdict.refusal);
    await writer.finish();
    return { summary: verdict.summary, nameEncoding: names.encoding };
  } catch (error) {
    const duplicate = writer.findDuplicate(error);
    throw duplicate ? new ArchiveRefusedError(check.refuseTwice(duplicate)) : error;
  }
}
