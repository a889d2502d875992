import { blobStore } from "@/lib/blobs/open";
import { readInflated } from "@/lib/blobs/slice";
import { db } from "@/lib/db/client";
import { findEntries } from "@/lib/trees/data";

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

/** Returns all files of a tree with their content as text, and empty folders with an empty string. */
export async function filesOfTree(treeId: bigint): Promise<Record<string, string>> {
  const paths = (await pathsOf(treeId)).sort();
  const found: Record<string, string> = {};
  const folders = paths.filter((path) => path.endsWith("/"));
  // In sorted order, the contents of a folder follow it directly.
  for (const folder of folders) if (!paths[paths.indexOf(folder) + 1]?.startsWith(folder)) found[folder] = "";
  const files = paths.filter((path) => !path.endsWith("/"));
  const entries = await findEntries(files.map((path) => ({ root: { treeId: Number(treeId) }, path: path.split("/") })));
  for (const [index, path] of files.entries()) {
    const entry = entries[index];
    if (entry?.kind !== "file" || !entry.slice) throw new Error(`${path} is not a file with content.`);
    found[path] = (await readInflated(blobStore(), entry.slice)).toString("utf8");
  }
  return found;
}

export async function filesOfProject(projectId: string | undefined): Promise<Record<string, string>> {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
  return filesOfTree(currentTreeId ?? 0n);
}
