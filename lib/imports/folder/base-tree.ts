import { type PathTree, ROOT_FOLDER } from "../../archives/path-tree";
import { pool, withTransaction } from "../../db";
import {
  copyTree,
  deleteEmptyFolders,
  deleteFiles,
  type FilePlace,
  type FolderRow,
  listFolders,
  readRevision,
} from "../../trees/subtrees/copy-tree";
import type { HeldImport, StepContext } from "../pipeline/lease";
import type { TreeWriter } from "../pipeline/tree-writer";
import { isRemoved, type ListedFile, type ListLine, type RemovedFile, readList } from "./list-format";
import { MAP_CHANGED, refuseList } from "./refusals";

const BATCH_NAMES = 1_000;

export interface TakenAway {
  changed: number;
  removed: number;
}

class FolderIndex {
  private readonly ids = new Map<string, number>();

  constructor(
    rows: readonly FolderRow[],
    private readonly rootId: number,
  ) {
    for (const { id, parentId, name } of rows) if (parentId !== null) this.ids.set(`${parentId}/${name}`, id);
  }

  find(components: readonly string[]): number | null {
    let id = this.rootId;
    for (const name of components) {
      const next = this.ids.get(`${id}/${name}`);
      if (next === undefined) return null;
      id = next;
    }
    return id;
  }
}

class Eraser {
  deleted = 0;
  private batch: FilePlace[] = [];

  constructor(private readonly treeId: number) {}

  async add(place: FilePlace): Promise<void> {
    this.batch.push(place);
    if (this.batch.length >= BATCH_NAMES) await this.flush();
  }

  async flush(): Promise<void> {
    this.deleted += await deleteFiles(pool(), this.treeId, this.batch);
    this.batch = [];
  }
}

/** Copies the base tree without removed, replaced and emptied entries. @throws AppError 409 when that tree is gone or has changed */
export async function startFromBase(
  { store, signal }: StepContext,
  held: HeldImport & { baseTreeId: number },
  to: { treeId: number; rootId: number },
): Promise<TakenAway> {
  const copied = await copyBase(held.baseTreeId, to);
  const folders = new FolderIndex(await listFolders(pool(), to.treeId), to.rootId);
  const removed = new Eraser(to.treeId);
  const changed = new Eraser(to.treeId);
  const emptied = new Set<number>();
  for await (const lines of readList(store, held.blobKey, signal)) {
    for (const line of checkRevision(lines, copied)) {
      const place = findPlace(folders, line);
      if (place && isRemoved(line)) {
        emptied.add(place.parentId);
        await removed.add(place);
      } else if (place) await changed.add(place);
    }
  }
  await removed.flush();
  await changed.flush();
  await deleteEmptyFolders(pool(), to.treeId, [...emptied]);
  return { changed: changed.deleted, removed: removed.deleted };
}

/** Returns the revision that was copied. The copy locks the tree against edits. @throws AppError 409 when it is gone */
async function copyBase(baseTreeId: number, to: { treeId: number; rootId: number }): Promise<number> {
  const revision = await withTransaction(async (transaction) =>
    (await copyTree(transaction, baseTreeId, to)) ? readRevision(transaction, baseTreeId) : null,
  );
  if (revision === null) throw refuseList(MAP_CHANGED, "conflict");
  return revision;
}

function checkRevision(lines: readonly ListLine[], copied: number): (ListedFile | RemovedFile)[] {
  return lines.filter((line): line is ListedFile | RemovedFile => {
    if (!("baseRevision" in line)) return true;
    if (line.baseRevision !== copied) throw refuseList(MAP_CHANGED, "conflict");
    return false;
  });
}

function findPlace(folders: FolderIndex, line: ListedFile | RemovedFile): FilePlace | null {
  const components = (isRemoved(line) ? line.removed : line.path).split("/");
  const parentId = folders.find(components.slice(0, -1));
  return parentId === null ? null : { parentId, name: components.at(-1) ?? "" };
}

export async function knowFolders(
  tree: PathTree,
  writer: TreeWriter,
  { treeId, rootId }: { treeId: number; rootId: number },
): Promise<void> {
  const children = new Map<number, FolderRow[]>();
  for (const row of await listFolders(pool(), treeId)) {
    if (row.parentId === null) continue;
    const siblings = children.get(row.parentId);
    if (siblings) siblings.push(row);
    else children.set(row.parentId, [row]);
  }
  const waiting: { id: number; path: readonly string[] }[] = [{ id: rootId, path: [] }];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    for (const { id, name } of children.get(parent.id) ?? []) {
      const path = [...parent.path, name];
      const entered = tree.enterFolder(path);
      writer.know("folder" in entered ? entered.folder : ROOT_FOLDER, id);
      waiting.push({ id, path });
    }
  }
}
