import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
/** Which bytes belong to which project, for statistics. It names tables of domains above (docs/decisions/0050). */

/** The bytes of a project, or of one of these. Files are those that it shows. */
export interface StorageShare {
  _id: string | "assets" | "trash" | "uploads" | "other";
  name: string | null;
  bytes: number;
  files: number;
}

/**
 * Each blob counts once. Of several owners the first has it: a project (also for former versions), the assets, the trash, an upload.
 * `~` sorts the last two after the ids of projects.
 */
const SHARES = `
  WITH place AS (
    SELECT tree.id, tree."imageBlobKey",
           CASE WHEN tree.kind = 'assets' THEN 'assets' WHEN tree.kind = 'trash' OR p."trashedAt" IS NOT NULL THEN '~trash' ELSE p.id::text END AS owner,
           CASE WHEN tree.kind <> 'project' OR tree.id = p."currentTreeId" THEN tree."fileCount" ELSE 0 END AS files
      FROM "Tree" tree LEFT JOIN "Project" p ON p.id = tree."projectId"
     WHERE tree."projectId" IS NOT NULL OR tree."retiredAt" IS NULL
  ), claim AS (
    SELECT "imageBlobKey" AS key, owner FROM place
     UNION ALL SELECT used.key, place.owner FROM (SELECT DISTINCT "blobKey" AS key, "treeId" FROM "Entry") used JOIN place ON place.id = used."treeId"
     UNION ALL SELECT "imageBlobKey", CASE WHEN "trashedAt" IS NULL THEN id::text ELSE '~trash' END FROM "Project"
     UNION ALL SELECT id, '~uploads' FROM "Upload"
  ), held AS (
    SELECT owner, sum(blob.size + blob.reserved)::bigint AS bytes
      FROM (SELECT key, min(owner COLLATE "C") AS owner FROM claim WHERE owner IS NOT NULL GROUP BY key) owned JOIN "Blob" blob USING (key)
     GROUP BY owner)
  SELECT replace(owner, '~', '') AS "_id", p.name, coalesce(bytes, 0)::bigint AS bytes, coalesce(files, 0)::bigint AS files
    FROM held FULL JOIN (SELECT owner, sum(files) AS files FROM place WHERE owner IS NOT NULL GROUP BY owner) shown USING (owner)
    LEFT JOIN ${visibleProjects} p ON p.id::text = owner`;

/** Divides the used bytes by project, largest first. What belongs to none is the rest, so the shares add up to `used`. */
export async function readShares(used: number, received: number): Promise<StorageShare[]> {
  const rows = await queryRows<StorageShare>(db(), { text: SHARES });
  const uploads = rows.find(({ _id }) => _id === "uploads") ?? { _id: "uploads", name: null, bytes: 0, files: 0 };
  const shares = [...rows.filter((row) => row !== uploads), { ...uploads, bytes: uploads.bytes + received }];
  const rest = used - shares.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...shares, { _id: "other", name: null, bytes: Math.max(0, rest), files: 0 }]
    .filter(({ bytes, files }) => bytes > 0 || files > 0)
    .sort((a, b) => b.bytes - a.bytes || b.files - a.files);
}
