import { GET as all } from "@/app/api/project/all/route";
import { GET as creators } from "@/app/api/project/creators/route";
import { DELETE as remove } from "@/app/api/project/delete/[id]/route";
import { GET as details } from "@/app/api/project/details/[id]/route";
import { PUT as edit } from "@/app/api/project/edit/[id]/route";
import { DELETE as deleteTrashed } from "@/app/api/project/trash/[id]/route";
import { POST as restore } from "@/app/api/project/trash/restore/[id]/route";
import { GET as trash } from "@/app/api/project/trash/route";
import { db, pool } from "@/lib/db/client";
import type { ProjectCreator, ProjectDetails, ProjectPage } from "@/lib/projects/schema";
import type { TrashedProject } from "@/lib/projects/trash/schema";
import { createTree } from "@/lib/trees/mutations";
import { requestTo, type SignedIn } from "../../setup/signed-in";

export interface Answer<Body> {
  status: number;
  body: Body;
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  return { status: response.status, body: await response.json() };
}

const contextOf = (id: string) => ({ params: Promise.resolve({ id }) });

export function callsOf({ browser: headers }: SignedIn) {
  return {
    all: async (query: Record<string, string> = {}) =>
      read<ProjectPage & { message?: string }>(await all(requestTo(`/api/project/all?${new URLSearchParams(query)}`, { headers }))),
    creators: async () => read<{ creators: ProjectCreator[] }>(await creators(requestTo("/api/project/creators", { headers }))),
    details: async (id: string) =>
      read<{ project: ProjectDetails; message?: string }>(
        await details(requestTo(`/api/project/details/${id}`, { headers }), contextOf(id)),
      ),
    edit: async (id: string, body: unknown) =>
      read<{ project: ProjectDetails; message: string; fields?: Record<string, string> }>(
        await edit(requestTo(`/api/project/edit/${id}`, { method: "PUT", headers, body }), contextOf(id)),
      ),
    remove: async (id: string) =>
      read<{ message: string }>(await remove(requestTo(`/api/project/delete/${id}`, { method: "DELETE", headers }), contextOf(id))),
    trash: async () => read<{ projects: TrashedProject[] }>(await trash(requestTo("/api/project/trash", { headers }))),
    restore: async (id: string, body: { name?: string } = {}) =>
      read<{ project: ProjectDetails; message: string; fields?: Record<string, string> }>(
        await restore(requestTo(`/api/project/trash/restore/${id}`, { method: "POST", headers, body }), contextOf(id)),
      ),
    deleteTrashed: async (id: string) =>
      read<{ message: string }>(await deleteTrashed(requestTo(`/api/project/trash/${id}`, { method: "DELETE", headers }), contextOf(id))),
  };
}

/**
 * Creates a tree with many files for a project. The files have no stored bytes.
 * @param blobKeys blobs to which the files refer
 */
export async function plantFiles(projectId: string, count: number, blobKeys: readonly string[] = ["none"]): Promise<number> {
  const { treeId, rootId } = await createTree(db());
  await pool().query(
    `INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "blobKey", "offset", "storedSize")
     SELECT $1, $2, 'file', 'file-' || n, 10, ($4::text[])[1 + n % cardinality($4::text[])], n * 10, 10 FROM generate_series(1, $3::int) n`,
    [treeId, rootId, count, blobKeys],
  );
  await db().tree.update({ where: { id: treeId }, data: { projectId, fileCount: count, byteCount: count * 10 } });
  return treeId;
}

/** Creates a tree like `plantFiles` and makes it the current map. Retires the previous map. */
export async function publishFiles(projectId: string, count: number, blobKeys?: readonly string[]): Promise<number> {
  const treeId = await plantFiles(projectId, count, blobKeys);
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: projectId } });
  if (currentTreeId !== null) await db().tree.update({ where: { id: currentTreeId }, data: { retiredAt: new Date() } });
  await db().project.update({ where: { id: projectId }, data: { currentTreeId: treeId } });
  return treeId;
}

export function eventsOf(targetId: string) {
  return db().auditEvent.findMany({ where: { targetId }, orderBy: { id: "asc" } });
}
