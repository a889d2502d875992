import { isAssigned } from "../../accounts/assignments/data";
import { rowIdSchema } from "../../accounts/schema";
import type { Viewer } from "../../accounts/sessions/schema";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { pool } from "../../db";
import type { Project } from "../../generated/prisma/client";
import { opensEveryMap } from "../policy";

export interface MapImage {
  blobKey: BlobKey | null;
  source: Project["imageSource"];
}

/** Returns the thumbnail of a project, or null when the project doesn't exist or the viewer may not open it. */
export async function findMapImage(viewer: Viewer, projectId: string): Promise<MapImage | null> {
  if (!rowIdSchema.safeParse(projectId).success) return null;
  const { rows } = await pool().query<Pick<Project, "imageBlobKey" | "imageSource">>({
    name: "map-images:find",
    text: `SELECT p."imageBlobKey", p."imageSource"::text FROM "Project" p
            WHERE p.id = $1 AND ($2 OR ${isAssigned("p.id", "$3")})`,
    values: [projectId, opensEveryMap(viewer), viewer.accountId],
  });
  const [row] = rows;
  if (!row) return null;
  return { blobKey: row.imageBlobKey === null ? null : blobKeySchema.parse(row.imageBlobKey), source: row.imageSource };
}
