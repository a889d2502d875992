import { covers, managedProjectIds } from "../../accounts/limits/policy";
import { rowIdSchema } from "../../accounts/schema";
import { isAdmin } from "../../accounts/sessions/policy";
import type { Viewer } from "../../accounts/sessions/schema";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import type { Project } from "../../generated/prisma/client";
import { imageOfTree } from "../../trees/data";
import { openingValues, opens } from "../policy";

export interface MapImage {
  blobKey: BlobKey | null;
  source: Project["imageSource"];
}

/**
 * Returns the thumbnail of a project, or null when the project doesn't exist or the viewer may not open it.
 * @param version of one version, which only admins of the project may see; null for the one that the project shows
 */
export async function findMapImage(viewer: Viewer, projectId: string, version: number | null = null): Promise<MapImage | null> {
  const seesVersions = isAdmin(viewer) && covers(managedProjectIds(viewer), projectId);
  if (!rowIdSchema.safeParse(projectId).success || (version !== null && !seesVersions)) return null;
  const [row] = await queryRows<Pick<Project, "imageBlobKey" | "imageSource">>(db(), {
    text: `SELECT CASE WHEN $2::bigint IS NULL THEN p."imageBlobKey" ELSE (${imageOfTree("$2", "p.id")}) END AS "imageBlobKey", p."imageSource"::text
             FROM ${visibleProjects} p WHERE p.id = $1 AND ${opens("p.id", 3)}`,
    values: [projectId, version, ...openingValues(viewer)],
  });
  if (!row) return null;
  return { blobKey: row.imageBlobKey === null ? null : blobKeySchema.parse(row.imageBlobKey), source: row.imageSource };
}
