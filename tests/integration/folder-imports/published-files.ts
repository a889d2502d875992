import { blobStore } from "@/lib/blobs/open";
import { readInflated } from "@/lib/blobs/slice";
import { db } from "@/lib/db";
import { findEntries } from "@/lib/trees/data";

/** Path of every entry of a tree, folders with a slash at the end. */
async function pathsOf(treeId: bigint): Promise<string[]> {
  const entries = await db().entry.findMany({ where: { treeId }, select: { id: true, parentId: true, name: true, kind: true } });
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const pathOf = (id: bigint | null): string => {
    const entry = id === null ? undefined : byId.get(id);
    if (!entry || entry.parentId === null) return "";
    return `${pathOf(entry.parentId)}${entry.name}${entry.kind === "folder" ? "/" : ""}`;
  };
  return entries.map(({ id }) => pathOf(id)).filter((path) => path !== "");
}

/** Every file of a tree with its content as text, and every folder that is empty with none. */
export async function filesOfTree(treeId: bigint): Promise<Record<string, string>> {
  const paths = (await pathsOf(treeId)).sort();
  const found: Record<string, string> = {};
  const folders = paths.filter((path) => path.endsWith("/"));
  // In this order, what is in a folder comes right after it.
  for (const folder of folders) if (!paths[paths.indexOf(folder) + 1]?.startsWith(folder)) found[folder] = "";
  const files = paths.filter((path) => !path.endsWith("/"));
  const entries = await findEntries(files.map((path) => ({ root: { treeId: Number(treeId) }, path: path.split("/") })));
  for (const [index, path] of files.entries()) {
    const entry = entries[index];
    if (entry?.kind !== "file" || !entry.slice) throw new Error(`${path} is no file with bytes.`);
    found[path] = (await readInflated(blobStore(), entry.slice)).toString("utf8");
  }
  return found;
}

/** What a project's map is made of. */
export async function filesOfProject(projectId: string | undefined): Promise<Record<string, string>> {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
  return filesOfTree(currentTreeId ?? 0n);
}
