import { PathTree } from "../../archives/path-tree";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { findChildren } from "../../trees/folders/read-folder";
import { deleteEntries } from "../../trees/mutations";
import { copyTree, deleteEmptyFolders, type FolderRow, listFolders, readRevision } from "../../trees/subtrees/copy-tree";
import type { HeldImport, StepContext } from "../pipeline/lease";
import { isFile, type ListLine, readList } from "./list-format";
import { MAP_CHANGED, refuseList } from "./refusals";

export interface TakenAway {
  changed: number;
  removed: number;
}

interface FilePlace {
  parentId: number;
  name: string;
}

export interface KnownFolders {
  tree: PathTree;
  /** Ids of the folders by their numbers in the tree. */
  ids: number[];
}

/** Copies the base tree without removed, replaced and emptied entries. @throws AppError 409 when that tree is gone or has changed */
export async function startFromBase(
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
export async function readFolders(treeId: number): Promise<KnownFolders> {
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
