import { db } from "../../db/client";

/** A worker that has not reported for this long has ended. */
const LIVE_SECONDS = 60;

/** Records that a worker renders thumbnails. @param problem why it can't, or null */
export async function reportThumbnailWorker(id: string, problem: string | null): Promise<void> {
  const { thumbnailWorker } = db();
  await thumbnailWorker.deleteMany({ where: { seenAt: { lt: new Date(Date.now() - LIVE_SECONDS * 1_000) }, id: { not: id } } });
  await thumbnailWorker.upsert({ where: { id }, create: { id, problem }, update: { problem, seenAt: new Date() } });
}

export async function forgetThumbnailWorker(id: string): Promise<void> {
  await db().thumbnailWorker.deleteMany({ where: { id } });
}

/** Selects why no running worker renders thumbnails. It is null, too, when no worker runs and when MAP_IMAGES is 0. */
export const THUMBNAIL_PROBLEM = `
  SELECT CASE WHEN count(*) = count(problem) THEN max(problem) END AS problem FROM "ThumbnailWorker" WHERE "seenAt" > now() - make_interval(secs => ${LIVE_SECONDS})`;
