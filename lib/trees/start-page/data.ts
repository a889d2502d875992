import { INDEX_FILES } from "../../archives/wrapping-folder";
import { db } from "../../db/client";
import type { Database } from "../../db/query";
import { findEntries, type TreeRoot } from "../data";
import { findFilePaths } from "../subtrees/find-files";
import { MOST_PAGES, sortPages } from "./rank";

/** Pages that are read to choose from. A site of more pages has its start page among those that were added first. */
const PAGES_READ = 5_000;

/** Returns up to MOST_PAGES pages of a tree, the likeliest start page first. */
export async function listPages(treeId: number): Promise<string[]> {
  const paths = await findFilePaths(treeId, String.raw`\.x?html?$`, PAGES_READ);
  return sortPages(paths).slice(0, MOST_PAGES);
}

/** Returns the chosen start page of a tree that has no index at its top, or null. @param root of a tree, or a project's current one */
export async function findStartPage(root: TreeRoot): Promise<string | null> {
  if (root === "assets") return null;
  const where = "treeId" in root ? { id: root.treeId } : ({ ...root, kind: "project", retiredAt: null } as const);
  const tree = await db().tree.findFirst({ where, select: { startPage: true } });
  const startPage = tree?.startPage ?? null;
  if (startPage === null) return null;
  const [entry] = await findEntries([{ root, path: startPage.split("/") }]);
  return entry?.kind === "file" ? startPage : null;
}

/** Returns whether a tree has an index at its top. */
export async function hasIndex(root: TreeRoot): Promise<boolean> {
  const found = await findEntries(INDEX_FILES.map((name) => ({ root, path: [name] })));
  return found.some((entry) => entry?.kind === "file");
}

/** Returns whether the address of a map shows a page: an index at the top of its tree, or its start page. */
export async function hasOpeningPage(root: TreeRoot): Promise<boolean> {
  return (await hasIndex(root)) || (await findStartPage(root)) !== null;
}

/** Sets the start page of a tree. @param startPage path of a page, or null */
export async function setStartPage(treeId: number, startPage: string | null, client: Database = db()): Promise<void> {
  await client.tree.updateMany({ where: { id: treeId }, data: { startPage } });
}
