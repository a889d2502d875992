import { db, pool } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { isOnS3, listStored } from "../../setup/stored-objects";

/** Returns the sorted paths in a project's current tree. Folders end with a slash. */
export async function listPaths(project: Project): Promise<string[]> {
  const { rows } = await pool().query<{ path: string }>({
    text: `WITH RECURSIVE below AS (
             SELECT entry.id, '' AS path FROM "Entry" entry JOIN "Project" p ON p."currentTreeId" = entry."treeId"
              WHERE p.id = $1 AND entry."parentId" IS NULL
             UNION ALL
             SELECT child.id, below.path || child.name || CASE WHEN child.kind = 'folder' THEN '/' ELSE '' END
               FROM below JOIN "Entry" child ON child."parentId" = below.id)
           SELECT path FROM below WHERE path <> '' ORDER BY path COLLATE "C"`,
    values: [project.id],
  });
  return rows.map(({ path }) => path);
}

/** Returns the recorded totals of a project's tree and the actual totals of its files. */
export async function totalsOf(project: Project) {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
  const tree = await db().tree.findUniqueOrThrow({ where: { id: currentTreeId ?? 0n } });
  const { _count, _sum } = await db().entry.aggregate({ where: { treeId: tree.id, kind: "file" }, _count: true, _sum: { size: true } });
  return {
    recorded: { files: tree.fileCount, bytes: tree.byteCount },
    actual: { files: _count, bytes: _sum.size ?? 0n },
    revision: tree.revision,
  };
}

/** The first count that changes during an upload. A bucket lists an object only when it is complete. */
export const firstTrace = isOnS3() ? "rows" : "files";

/** Counts blob rows, stored objects, entries and audit events. */
export async function traces() {
  const files = await listStored();
  const [rows, entries, events] = [await db().blob.count(), await db().entry.count(), await db().auditEvent.count()];
  return { rows, files: files.length, entries, events };
}
