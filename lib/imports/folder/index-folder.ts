import { PathTree } from "../../archives/path-tree";
import { watchWrappingFolder } from "../../archives/wrapping-folder";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { findChildren } from "../../trees/folders/read-folder";
import { deleteEntries, finishTree } from "../../trees/mutations";
import {
  copyTree,
  deleteEmptyFolders,
  type FolderRow,
  listFolders,
  measureTree,
  readRevision,
  type TreeMeasure,
} from "../../trees/subtrees/copy-tree";
import { beginTree } from "../pipeline/index-step";
import type { HeldImport, StepContext } from "../pipeline/lease";
import { TreeWriter } from "../pipeline/tree-writer";
import { isFile, type ListedFile, type ListLine, readList } from "./list-format";
import { EMPTY_FOLDER, MAP_CHANGED, refuseList, refusePath, tooManyFiles } from "./refusals";

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

interface TakenAway {
  changed: number;
  removed: number;
}

interface FilePlace {
  parentId: number;
  name: string;
}

interface KnownFolders {
  tree: PathTree;
  /** Ids of the folders by their numbers in the tree. */
  ids: number[];
}

/** Copies the base tree without removed, replaced and emptied entries. @throws AppError 409 when that tree is gone or has changed */
async function startFromBase(
  { store, signal }: StepContext,
  held: HeldImport & { baseTreeId: number },
  to: { treeId: number; rootId: number },
): Promise<TakenAway> {
  const copied = await copyBase(held.baseTreeId, to);
  const folders = await readFolders(to.treeId);
  const takenAway = { changed: 0, removed: 0 };
  const emptied = new Set<number>();
  for await (const lines of readList(store, held.blobKey, signal)) {
    const { changed, removed } = placesOf(lines, folders, copied);
    for (const { parentId } of removed) emptied.add(parentId);
    takenAway.changed += await deleteFiles(to.treeId, changed);
    takenAway.removed += await deleteFiles(to.treeId, removed);
  }
  await deleteEmptyFolders(db(), to.treeId, [...emptied]);
  return takenAway;
}

/** Deletes files and skips missing ones and folders. @returns their number */
async function deleteFiles(treeId: number, places: readonly FilePlace[]): Promise<number> {
  const files = (await findChildren(db(), treeId, places)).filter(({ kind }) => kind === "file");
  const ids = files.map(({ id }) => id);
  await deleteEntries(db(), ids);
  return ids.length;
}

/** Returns the revision that was copied. The copy locks the tree against edits. @throws AppError 409 when it is gone */
async function copyBase(baseTreeId: number, to: { treeId: number; rootId: number }): Promise<number> {
  const revision = await inTransaction(async (tx) => ((await copyTree(tx, baseTreeId, to)) ? readRevision(tx, baseTreeId) : null));
  if (revision === null) throw refuseList(MAP_CHANGED, "conflict");
  return revision;
}

/** Returns the places of listed files that may be in the base tree. @throws AppError 409 when another revision was copied */
function placesOf(lines: readonly ListLine[], folders: KnownFolders, copied: number): { changed: FilePlace[]; removed: FilePlace[] } {
  const places = { changed: [] as FilePlace[], removed: [] as FilePlace[] };
  for (const line of lines) {
    if ("baseRevision" in line) {
      if (line.baseRevision !== copied) throw refuseList(MAP_CHANGED, "conflict");
      continue;
    }
    const place = findPlace(folders, isFile(line) ? line.path : line.removed);
    if (place) places[isFile(line) ? "changed" : "removed"].push(place);
  }
  return places;
}

function findPlace({ tree, ids }: KnownFolders, path: string): FilePlace | null {
  const components = path.split("/");
  const parentId = ids[tree.findFolder(components.slice(0, -1)) ?? -1];
  return parentId === undefined ? null : { parentId, name: components.at(-1) ?? "" };
}

/** Reads the folders of a tree. */
async function readFolders(treeId: number): Promise<KnownFolders> {
  const rows = await listFolders(db(), treeId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = ({ parentId, name }: FolderRow): string[] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? [...pathOf(parent), name] : [];
  };
  const known: KnownFolders = { tree: new PathTree({ ofDuplicates: "database" }), ids: [] };
  for (const row of rows) {
    const entered = known.tree.enterFolder(pathOf(row));
    if ("folder" in entered) known.ids[entered.folder] = row.id;
  }
  return known;
}
