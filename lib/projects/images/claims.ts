import { db } from "../../db/client";
import { execute, queryRows } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { IS_VISIBLE, visibleProjects } from "../../db/visible";
import { setTreeImage } from "../../trees/mutations";
import { discardImages, storeImage } from "./mutations";

/** Longer than any attempt. After this time the worker of an attempt counts as killed. */
const LEASE_SECONDS = 120;
const MOST_ATTEMPTS = 3;
/** Time between the first two attempts. Five times as long before the third. */
const FIRST_WAIT_SECONDS = 120;

/** Identifies the map that a project shows: an external URL or a tree. */
const PRESENT = `coalesce('url ' || nullif("mapUrl", ''), 'tree ' || "currentTreeId")`;

/** True for a project that needs a thumbnail and has no attempt running. A chosen thumbnail is never replaced. */
const IS_DUE = `
  "imageSource" IS DISTINCT FROM 'chosen' AND ${PRESENT} IS NOT NULL
  AND CASE WHEN "imageOf" IS DISTINCT FROM ${PRESENT}
           THEN "imageAttempts" = 0 OR "imageTriedAt" < now() - make_interval(secs => ${LEASE_SECONDS})
           ELSE "imageAttempts" BETWEEN 1 AND ${MOST_ATTEMPTS - 1}
                AND "imageTriedAt" < now() - make_interval(secs => ${FIRST_WAIT_SECONDS} * 5 ^ ("imageAttempts" - 1)) END`;

/** True while the attempt $1 to $3 is the latest one, no thumbnail was chosen and the map is unchanged. */
const IS_MINE = `id = $1 AND ${IS_VISIBLE} AND "imageTriedAt" = $2 AND "imageOf" = $3 AND ${PRESENT} = $3 AND "imageSource" IS DISTINCT FROM 'chosen'`;

export type MapTarget = { projectId: string; safeName: string; treeId: number } | { mapUrl: string };

/** An attempt to render a thumbnail. Only one process has it. */
export interface Claim {
  projectId: string;
  target: MapTarget;
  triedAt: Date;
  imageOf: string;
  attempts: number;
}

interface ClaimRow extends Pick<Claim, "triedAt" | "imageOf" | "attempts"> {
  safeName: string;
  mapUrl: string | null;
  treeId: number;
}

const identify = ({ projectId, triedAt, imageOf }: Claim) => [projectId, triedAt, imageOf];

/** Returns the ids of projects that need a thumbnail, those without an attempt first. */
export async function listDueImages(limit: number): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db(), {
    text: `SELECT id FROM ${visibleProjects} project WHERE ${IS_DUE} ORDER BY "imageTriedAt" NULLS FIRST, "createdAt" DESC LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** Starts an attempt. Returns null when the project needs no thumbnail any more or another process has started one. */
export async function claimImage(projectId: string): Promise<Claim | null> {
  const [row] = await queryRows<ClaimRow>(db(), {
    text: `UPDATE "Project"
              SET "imageAttempts" = CASE WHEN "imageOf" = ${PRESENT} THEN "imageAttempts" + 1 ELSE 1 END,
                  "imageProblem" = CASE WHEN "imageOf" = ${PRESENT} THEN "imageProblem" END, "imageOf" = ${PRESENT}, "imageTriedAt" = now()
            WHERE id = $1 AND ${IS_VISIBLE} AND ${IS_DUE}
        RETURNING "safeName", nullif("mapUrl", '') AS "mapUrl", "currentTreeId" AS "treeId", "imageTriedAt" AS "triedAt", "imageOf", "imageAttempts" AS attempts`,
    values: [projectId],
  });
  if (!row) return null;
  const { safeName, mapUrl, treeId, ...attempt } = row;
  return { projectId, target: mapUrl === null ? { projectId, safeName, treeId } : { mapUrl }, ...attempt };
}

/** Ends an attempt. @returns the thumbnails that it replaces, or undefined when it isn't the latest attempt any more */
async function end(tx: Transaction, claim: Claim, key: string | null, problem: string | null, attempts = 0) {
  const [row] = await queryRows<{ before: string | null }>(tx, {
    text: `WITH mine AS (SELECT id, "imageBlobKey" AS before FROM ${visibleProjects} project WHERE ${IS_MINE} FOR UPDATE)
           UPDATE "Project" project SET "imageBlobKey" = $4, "imageSource" = 'rendered', "imageProblem" = $5, "imageAttempts" = $6
             FROM mine WHERE project.id = mine.id RETURNING mine.before`,
    values: [...identify(claim), key, problem, attempts],
  });
  if (!row) return undefined;
  return [row.before, "treeId" in claim.target ? await setTreeImage(tx, claim.target.treeId, key) : null];
}

/** Assigns a rendered thumbnail. @returns false, after deleting it, when the map has changed or has a chosen thumbnail */
export async function keepImage(claim: Claim, bytes: Buffer): Promise<boolean> {
  return (await storeImage(bytes, (tx, key) => end(tx, claim, key, null))) !== null;
}

/** Records why the map has no thumbnail. Without failed attempts it is not tried again before the map changes. */
export async function keepNone(claim: Claim, problem: string, attempts = 0): Promise<void> {
  await discardImages((await inTransaction((tx) => end(tx, claim, null, problem, attempts))) ?? []);
}

/** Records a failure. The last one also removes the thumbnail of an earlier map. */
export async function noteFailure(claim: Claim, problem: string): Promise<void> {
  if (claim.attempts >= MOST_ATTEMPTS) return await keepNone(claim, problem, claim.attempts);
  await execute(db(), { text: `UPDATE "Project" SET "imageProblem" = $4 WHERE ${IS_MINE}`, values: [...identify(claim), problem] });
}

/** Undoes the start of an attempt, because this process stops or has no browser. */
export async function releaseClaim(claim: Claim): Promise<void> {
  await execute(db(), {
    text: `UPDATE "Project" SET "imageOf" = NULL, "imageAttempts" = 0, "imageTriedAt" = NULL WHERE ${IS_MINE}`,
    values: identify(claim),
  });
}

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
