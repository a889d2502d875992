import type { Viewer } from "../accounts/sessions/schema";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { pool } from "../db";
import { opensEveryMap } from "../projects/policy";

/** A project's picture, for somebody who may open the project. */
export interface MapImage {
  /** Null while there is none. */
  blobKey: BlobKey | null;
  source: "chosen" | "rendered" | null;
}

interface MapImageRow {
  imageBlobKey: string | null;
  imageSource: MapImage["source"];
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @returns null when the project does not exist or this person may not know of it. One query. */
export async function findMapImage(viewer: Viewer, projectId: string): Promise<MapImage | null> {
  if (!UUID.test(projectId)) return null;
  const { rows } = await pool().query<MapImageRow>({
    name: "map-images:find",
    text: `SELECT p."imageBlobKey", p."imageSource"::text FROM "Project" p
            WHERE p.id = $1 AND ($2 OR EXISTS (SELECT FROM "Assignment" a WHERE a."projectId" = p.id AND a."accountId" = $3))`,
    values: [projectId, opensEveryMap(viewer), viewer.accountId],
  });
  const [row] = rows;
  if (!row) return null;
  return { blobKey: row.imageBlobKey === null ? null : blobKeySchema.parse(row.imageBlobKey), source: row.imageSource };
}
