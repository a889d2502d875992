import type { z } from "zod";
import { covers, managedProjectIds, requireUnlimited } from "../accounts/limits/policy";
import type { AdminViewer } from "../accounts/sessions/schema";
import { execute } from "../db/query";
import { inTransaction, isStatementTimeout } from "../db/transaction";
import { AppError, notFound } from "../errors";
import { ASSETS } from "../maps/values";
import { findProjectByAddress } from "../projects/data";
import { type Entry, findEntries } from "../trees/data";
import { type FolderRoot, findReach, readFolder } from "../trees/folders/read-folder";
import type { EntryPath } from "../trees/schema";
import { measureSubtrees } from "../trees/subtrees/subtree";
import { requireItems, withoutInner } from "./edit/path-rules";
import {
  assetsName,
  type BrowseQuery,
  type ExistingAnswer,
  type ExistingQuestion,
  type FileItem,
  type FolderPage,
  type sizeAnswerSchema,
  type sizeSchema,
} from "./schema";

/** The folder tree that a file manager works on: the current one of a project, or the shared assets. */
export type FileScope =
  | { kind: "project"; projectId: string; name: string; safeName: string }
  | { kind: "assets"; projectId: null; name: typeof assetsName; safeName: typeof ASSETS };

export const assetsScope: FileScope = { kind: "assets", projectId: null, name: assetsName, safeName: ASSETS };

/** Finds a project that the viewer manages by its name or safe name, or `assets`. @throws AppError 403 for a limited admin's `assets`, 404 */
export async function findScope(viewer: AdminViewer, project: string): Promise<FileScope> {
  if (project === ASSETS) {
    requireUnlimited(viewer);
    return assetsScope;
  }
  const found = await findProjectByAddress(project);
  if (!found || !covers(managedProjectIds(viewer), found.projectId)) throw notFound("Project not found.");
  return { kind: "project", ...found };
}

export function rootOf(scope: FileScope): FolderRoot {
  return scope.kind === "assets" ? "assets" : { projectId: scope.projectId };
}

/** Finds the entry at a path of a scope, or null. One round trip; later changes are possible at any time. */
export async function findItem(scope: FileScope, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntries([{ root: rootOf(scope), path }]);
  return entry;
}

/** Reads a folder, folders first, in one round trip. @throws AppError 404 when there is no such folder, 409 when it is a file */
export async function browseFolder(scope: FileScope, { path, search, ...page }: BrowseQuery): Promise<FolderPage> {
  const rows = await readFolder(rootOf(scope), path, { ...page, search: search.normalize("NFC") });
  const [first] = rows;
  // Without a tree, the top is an empty folder.
  if (!first || (first.folderKind === null && (first.treeId !== null || path.length > 0))) throw notFound("This folder no longer exists.");
  if (first.folderKind === "file") throw new AppError("conflict", `“${path.at(-1)}” is a file, not a folder.`);
  const items = rows.flatMap(({ id, ...row }) => (id === null ? [] : [presentItem(row, path)]));
  return { success: true, items, total: first.total, revision: `${first.treeId ?? 0}.${first.revision ?? 0}` };
}

/** Counts files and bytes of items and of all that is below them. @throws AppError 404 when one is gone, 422 when it takes too long */
export async function measureItems(
  scope: FileScope,
  { itemPaths }: z.output<typeof sizeSchema>,
): Promise<z.infer<typeof sizeAnswerSchema>> {
  const measuring = inTransaction(async (tx) => {
    // Ends before the time limit of single queries, which would look like an unavailable database.
    await execute(tx, { text: "SET LOCAL statement_timeout = '9s'" });
    const items = await requireItems(tx, rootOf(scope), withoutInner(itemPaths));
    const totals = await measureSubtrees(
      tx,
      items[0]?.entry.treeId ?? 0,
      items.map(({ entry }) => entry),
    );
    const sum = (of: "files" | "bytes") => totals.reduce((all, total) => all + total[of], 0);
    return { success: true as const, files: sum("files"), bytes: sum("bytes") };
  });
  return await measuring.catch((cause: unknown) => {
    if (!isStatementTimeout(cause)) throw cause;
    throw new AppError("unprocessable", "The size can't be calculated within 10 seconds. Choose fewer items.", { cause });
  });
}

/** Finds which files of an upload would replace files, and which can't be written. */
export async function findExisting(scope: FileScope, { targetPath, paths }: ExistingQuestion): Promise<ExistingAnswer> {
  const rows = await findReach(
    rootOf(scope),
    paths.map(({ names }) => [...targetPath, ...names]),
  );
  const given = (found: typeof rows) => found.flatMap(({ number }) => paths[number - 1]?.given ?? []);
  const existing = rows.filter(({ kind, isAll }) => isAll && kind === "file");
  const blocked = rows.filter(({ kind, isAll }) => (kind === "folder") === isAll);
  return { success: true, existing: given(existing), blocked: given(blocked) };
}

/** Formats an entry for the API. @param folder path of the folder that contains it */
export function presentItem(entry: Pick<Entry, "kind" | "name" | "modifiedAt"> & { size?: number }, folder: EntryPath): FileItem {
  const { kind, name, modifiedAt, size = 0 } = entry;
  return { name, path: [...folder, name].join("/"), type: kind, size, modified: modifiedAt.toISOString() };
}
