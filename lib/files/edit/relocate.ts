import { archiveLimits } from "../../archives/limits";
import type { AuditActor } from "../../audit/mutations";
import { env } from "../../env";
import { AppError } from "../../errors";
import { type Entry, readTotals } from "../../trees/data";
import type { EntryPath } from "../../trees/schema";
import { copySubtrees, listNames, measureSubtrees, reparent, type SubtreeReach } from "../../trees/subtrees/subtree";
import { type FileScope, presentItem } from "../data";
import type { FileItem } from "../schema";
import { type EditableTree, editTree, requireFolder } from "./editable-tree";
import { type FileEvent, recordFileEvent, summarizePaths } from "./file-event";
import { nameOfCopy } from "./free-name";
import { type ChosenItem, nameTaken, requireItems, requireRoom, withoutInner } from "./path-rules";

function relocation(action: "file.moved" | "file.copied", items: readonly ChosenItem[], target: EntryPath): FileEvent {
  const paths = items.map(({ path }) => path.join("/"));
  return { action, path: items[0]?.path ?? [], details: { to: target.join("/"), ...summarizePaths(paths) } };
}

async function nameIn(
  { tx, treeId }: EditableTree,
  folder: { id: number; path: EntryPath },
  entries: readonly Entry[],
  nameOf: (entry: Entry, taken: ReadonlySet<string>) => string,
): Promise<(Entry & SubtreeReach)[]> {
  const taken = await listNames(tx, treeId, folder.id);
  return (await measureSubtrees(tx, treeId, entries)).map((entry) => {
    const name = nameOf(entry, taken);
    taken.add(name);
    requireRoom([...folder.path, name], entry);
    return { ...entry, name };
  });
}

function requireFree({ name }: Entry, taken: ReadonlySet<string>): string {
  if (taken.has(name)) throw nameTaken(name);
  return name;
}

/** Moves items into a folder, all or none. @throws AppError 404, 409 for a taken name or a move into itself, 400 for paths too long */
export function moveItems(scope: FileScope, paths: readonly EntryPath[], target: EntryPath, actor: AuditActor): Promise<FileItem[]> {
  const outer = withoutInner(paths);
  const into = outer.find((path) => path.every((name, index) => target[index] === name));
  if (into) throw new AppError("conflict", `“${into.at(-1)}” cannot be moved into itself.`);
  return editTree(scope, async (tree) => {
    const { tx, treeId } = tree;
    const { id } = await requireFolder(tree, target);
    const chosen = await requireItems(tx, tree, outer);
    const moving = chosen.filter(({ entry }) => entry.parentId !== id);
    if (moving.length === 0) tree.isUnchanged = true;
    else {
      const entries = moving.map(({ entry }) => entry);
      await nameIn(tree, { id, path: target }, entries, requireFree);
      await reparent(
        tx,
        treeId,
        entries.map((entry) => entry.id),
        id,
      );
      await recordFileEvent(tx, scope, actor, relocation("file.moved", moving, target));
    }
    return chosen.map(({ entry }) => presentItem(entry, target));
  });
}

/** Copies rows, not bytes, into a folder under free names. @throws AppError 404, 400 for paths too long, 413 for a map too large */
export function copyItems(scope: FileScope, paths: readonly EntryPath[], target: EntryPath, actor: AuditActor): Promise<FileItem[]> {
  return editTree(scope, async (tree) => {
    const { tx, treeId } = tree;
    const { id } = await requireFolder(tree, target);
    const chosen = await requireItems(tx, tree, withoutInner(paths));
    const entries = chosen.map(({ entry }) => entry);
    const copies = await nameIn(tree, { id, path: target }, entries, ({ name, kind }, taken) => nameOfCopy(name, kind, taken));
    for (const { files, bytes } of copies) {
      tree.files += files;
      tree.bytes += bytes;
    }
    await requireCapacity(
      tree,
      copies.reduce((sum, copy) => sum + copy.entries, 0),
    );
    await copySubtrees(tx, treeId, copies, id);
    await recordFileEvent(tx, scope, actor, relocation("file.copied", chosen, target));
    return copies.map((copy) => presentItem(copy, target));
  });
}

async function requireCapacity(tree: EditableTree, entries: number): Promise<void> {
  const { files, bytes } = await readTotals(tree.tx, tree.treeId);
  const { maxFiles } = env();
  if (files + entries > maxFiles) throw new AppError("too_large", `A map can hold at most ${maxFiles.toLocaleString("en-US")} files.`);
  if (bytes + tree.bytes > archiveLimits.totalSize) throw new AppError("too_large", "A map can hold at most 1 TiB.");
}
