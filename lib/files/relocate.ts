import { archiveLimits } from "../archives/limits";
import type { AuditActor } from "../audit/mutations";
import { AppError, notFound } from "../errors";
import { type Entry, findEntriesBy } from "../trees/data";
import type { EntryPath } from "../trees/schema";
import { copySubtrees, listNames, measureSubtrees, reparent } from "../trees/subtrees/subtree";
import type { FileScope } from "./data";
import { type FileEvent, recordFileEvent, tellPaths } from "./edit/file-event";
import { nameOfCopy } from "./edit/free-name";
import { nameTaken, requireRoom } from "./edit/path-rules";
import { type EditableTree, editTree, requireFolder } from "./editable-tree";
import { presentItem } from "./present";
import type { FileItem } from "./schema";

const lies = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** @returns the paths without those that are there twice, or lie in another one of them and go with it */
function outermost(paths: readonly EntryPath[]): EntryPath[] {
  const chosen = new Set(paths.map((path) => path.join("/")));
  const isInside = (path: EntryPath) => path.some((_, depth) => depth > 0 && chosen.has(path.slice(0, depth).join("/")));
  const seen = new Set<string>();
  return paths.filter((path) => {
    const text = path.join("/");
    if (seen.has(text) || isInside(path)) return false;
    seen.add(text);
    return true;
  });
}

interface Chosen {
  path: EntryPath;
  entry: Entry;
}

async function requireItems(tree: EditableTree, paths: readonly EntryPath[]): Promise<Chosen[]> {
  const entries = await findEntriesBy(
    tree.transaction,
    paths.map((path) => ({ root: { treeId: tree.treeId }, path })),
  );
  return paths.map((path, index) => {
    const entry = entries[index];
    if (!entry) throw notFound(`“${path.at(-1)}” no longer exists.`);
    return { path, entry };
  });
}

function relocation(action: "file.moved" | "file.copied", paths: readonly EntryPath[], target: EntryPath): FileEvent {
  return { action, path: paths[0] ?? [], details: { to: target.join("/"), ...tellPaths(paths.map((path) => path.join("/"))) } };
}

/** Moves files and folders into a folder. What lies there already stays as it is. All of them, or none.
 * @throws AppError 404 when one is gone, 409 for a name that is taken or a folder that would go into itself, 400 when paths would become too long
 */
export function moveItems(scope: FileScope, paths: readonly EntryPath[], target: EntryPath, actor: AuditActor): Promise<FileItem[]> {
  const outer = outermost(paths);
  const into = outer.find((path) => path.join("/") === target.join("/") || lies(target.join("/"), path.join("/")));
  if (into) throw new AppError("conflict", `“${into.at(-1)}” cannot be moved into itself.`);
  return editTree(scope, async (tree) => {
    const folder = await requireFolder(tree, target);
    const chosen = await requireItems(tree, outer);
    const moving = chosen.filter(({ entry }) => entry.parentId !== folder.id);
    if (moving.length > 0) await moveInto(tree, folder.id, moving, target);
    if (moving.length === 0) tree.isUnchanged = true;
    else
      await recordFileEvent(
        tree.transaction,
        scope,
        actor,
        relocation(
          "file.moved",
          moving.map(({ path }) => path),
          target,
        ),
      );
    return chosen.map(({ entry }) => presentItem(entry, target));
  });
}

async function moveInto(tree: EditableTree, folderId: number, moving: readonly Chosen[], target: EntryPath): Promise<void> {
  const ids = moving.map(({ entry }) => entry.id);
  const names = await listNames(tree.transaction, tree.treeId, folderId);
  const reaches = await measureSubtrees(tree.transaction, tree.treeId, ids);
  for (const { entry } of moving) {
    if (names.has(entry.name)) throw nameTaken(entry.name);
    names.add(entry.name);
    requireRoom([...target, entry.name], reaches.get(entry.id) ?? { depth: 0, pathBytes: 0 });
  }
  await reparent(tree.transaction, tree.treeId, ids, folderId);
}

/** Copies files and folders into a folder, beside what has their names there. All of them, or none. Only rows are copied, no bytes.
 * @throws AppError 404 when one is gone, 400 when paths would become too long, 413 when the map would hold more than a map can
 */
export function copyItems(scope: FileScope, paths: readonly EntryPath[], target: EntryPath, actor: AuditActor): Promise<FileItem[]> {
  const outer = outermost(paths);
  return editTree(scope, async (tree) => {
    const { transaction, treeId } = tree;
    const folder = await requireFolder(tree, target);
    const chosen = await requireItems(tree, outer);
    const names = await listNames(transaction, treeId, folder.id);
    const reaches = await measureSubtrees(
      transaction,
      treeId,
      chosen.map(({ entry }) => entry.id),
    );
    let entries = 0;
    const copies = chosen.map(({ entry }) => {
      const name = nameOfCopy(entry.name, entry.kind, names);
      names.add(name);
      const reach = reaches.get(entry.id) ?? { files: 0, bytes: 0, entries: 0, depth: 0, pathBytes: 0 };
      requireRoom([...target, name], reach);
      tree.files += reach.files;
      tree.bytes += reach.bytes;
      entries += reach.entries;
      return { entry, name };
    });
    await requireCapacity(tree, entries);
    await copySubtrees(
      transaction,
      treeId,
      copies.map(({ entry, name }) => ({ id: entry.id, name })),
      folder.id,
    );
    await recordFileEvent(transaction, scope, actor, relocation("file.copied", outer, target));
    return copies.map(({ entry, name }) => presentItem({ ...entry, name }, target));
  });
}

/** Copies of copies would soon be more than any server holds. @throws AppError 413 */
async function requireCapacity(tree: EditableTree, entries: number): Promise<void> {
  const { rows } = await tree.transaction.query<{ files: number; bytes: number }>({
    text: `SELECT "fileCount" AS files, "byteCount" AS bytes FROM "Tree" WHERE id = $1`,
    values: [tree.treeId],
  });
  const { files = 0, bytes = 0 } = rows[0] ?? {};
  if (files + entries > archiveLimits.entries)
    throw new AppError("too_large", `A map can hold at most ${archiveLimits.entries.toLocaleString("en-US")} files.`);
  if (bytes + tree.bytes > archiveLimits.totalSize) throw new AppError("too_large", "A map can hold at most 1 TiB.");
}
