import { db } from "../../db/client";
import { execute } from "../../db/query";

/** A worker that has not reported for this long has ended. */
const LIVE = "interval '1 minute'";

/** Records that a worker renders thumbnails, by the clock of the database, which all workers share. @param problem why it can't, or null */
export async function reportThumbnailWorker(id: string, problem: string | null): Promise<void> {
  await execute(db(), {
    text: `WITH ended AS (DELETE FROM "ThumbnailWorker" WHERE "seenAt" < now() - ${LIVE} AND id <> $1::uuid)
           INSERT INTO "ThumbnailWorker" (id, problem) VALUES ($1::uuid, $2) ON CONFLICT (id) DO UPDATE SET problem = $2, "seenAt" = now()`,
    values: [id, problem],
  });
}

export async function forgetThumbnailWorker(id: string): Promise<void> {
  await db().thumbnailWorker.deleteMany({ where: { id } });
}

/** Selects why no running worker renders thumbnails. It is null, too, when no worker runs and when MAP_IMAGES is 0. */
export const THUMBNAIL_PROBLEM = `
  SELECT CASE WHEN count(*) = count(problem) THEN max(problem) END AS problem FROM "ThumbnailWorker" WHERE "seenAt" > now() - ${LIVE}`;
