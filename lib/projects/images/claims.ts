import { pool } from "../../db";
import type { MapTarget } from "../../maps/images/render/site";
import { discardImages, storeImage } from "./mutations";

/** Longer than any attempt takes: whoever has said nothing by then was killed. */
const LEASE_SECONDS = 60;
const MOST_ATTEMPTS = 3;
/** Between the first attempt and the second; five times that before the third. */
const FIRST_WAIT_SECONDS = 120;

/** The map that a project shows at this moment: somebody else's address, or a tree of ours. */
const PRESENT = `coalesce('url ' || nullif("mapUrl", ''), 'tree ' || "currentTreeId")`;

/** True of a project whose map needs a picture, and that nobody works on. A chosen picture is never replaced. */
const IS_DUE = `
  "imageSource" IS DISTINCT FROM 'chosen' AND ${PRESENT} IS NOT NULL
  AND CASE WHEN "imageOf" IS DISTINCT FROM ${PRESENT}
           THEN "imageAttempts" = 0 OR "imageTriedAt" < now() - make_interval(secs => ${LEASE_SECONDS})
           ELSE "imageAttempts" BETWEEN 1 AND ${MOST_ATTEMPTS - 1}
                AND "imageTriedAt" < now() - make_interval(secs => ${FIRST_WAIT_SECONDS} * 5 ^ ("imageAttempts" - 1)) END`;

/** True while nobody else has taken it up, nobody has chosen a picture and the map is the one that was opened. $1 to $3 name the attempt. */
const IS_MINE = `id = $1 AND "imageTriedAt" = $2 AND "imageOf" = $3 AND ${PRESENT} = $3 AND "imageSource" IS DISTINCT FROM 'chosen'`;

/** An attempt at a picture that is this process's alone. */
export interface Claim {
  projectId: string;
  target: MapTarget;
  /** By these two the attempt is known again. */
  triedAt: Date;
  imageOf: string;
  attempts: number;
}

interface ClaimRow {
  safeName: string;
  mapUrl: string | null;
  treeId: number;
  triedAt: Date;
  imageOf: string;
  attempts: number;
}

const nameOf = ({ projectId, triedAt, imageOf }: Claim) => [projectId, triedAt, imageOf];

/** @returns ids of projects that need a picture, those without an attempt first */
export async function listDueImages(limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({
    name: "map-images:due",
    text: `SELECT id FROM "Project" WHERE ${IS_DUE} ORDER BY "imageTriedAt" NULLS FIRST, "createdAt" DESC LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** True while a map is on its way to being viewable: somebody waits for that, and nobody for a picture. */
export async function areImportsUnderWay(): Promise<boolean> {
  const { rows } = await pool().query<{ exists: boolean }>({
    name: "map-images:imports",
    text: `SELECT EXISTS (SELECT FROM "Import" WHERE status IN ('queued', 'indexing', 'publishing')) AS exists`,
  });
  return rows[0]?.exists ?? false;
}

/** Takes a project up. @returns null when it needs no picture by now, or somebody else has taken it up */
export async function claimImage(projectId: string): Promise<Claim | null> {
  const { rows } = await pool().query<ClaimRow>({
    text: `UPDATE "Project"
              SET "imageAttempts" = CASE WHEN "imageOf" = ${PRESENT} THEN "imageAttempts" + 1 ELSE 1 END, "imageOf" = ${PRESENT}, "imageTriedAt" = now()
            WHERE id = $1 AND ${IS_DUE}
        RETURNING "safeName", nullif("mapUrl", '') AS "mapUrl", "currentTreeId" AS "treeId", "imageTriedAt" AS "triedAt", "imageOf", "imageAttempts" AS attempts`,
    values: [projectId],
  });
  const [row] = rows;
  if (!row) return null;
  const { safeName, mapUrl, treeId, ...attempt } = row;
  return { projectId, target: mapUrl === null ? { safeName, treeId } : { mapUrl }, ...attempt };
}

/** Notes the end of an attempt. @returns the picture that stood there before, or undefined when the attempt is not ours any more */
const END = `
  WITH mine AS (SELECT id, "imageBlobKey" AS before FROM "Project" WHERE ${IS_MINE} FOR UPDATE)
  UPDATE "Project" project SET "imageBlobKey" = $4, "imageSource" = 'rendered', "imageAttempts" = $5
    FROM mine WHERE project.id = mine.id RETURNING mine.before`;

/**
 * Puts a rendered picture in its place.
 * @returns false when the map is another one by now, is gone, or has been given a picture: this one is deleted then
 */
export async function keepImage(claim: Claim, bytes: Buffer): Promise<boolean> {
  const key = await storeImage(bytes, async (transaction, blobKey) => {
    const { rows } = await transaction.query<{ before: string | null }>({ text: END, values: [...nameOf(claim), blobKey, 0] });
    return rows[0]?.before;
  });
  return key !== null;
}

/** Lets the drawn one stand: the map has nothing to show. Not tried again before it changes. */
export async function keepNone(claim: Claim): Promise<void> {
  await endWithout(claim, 0);
}

/** Notes a failure. After the last one, what stood there of an earlier map goes as well. */
export async function noteFailure(claim: Claim): Promise<void> {
  if (claim.attempts >= MOST_ATTEMPTS) await endWithout(claim, claim.attempts);
}

async function endWithout(claim: Claim, attempts: number): Promise<void> {
  const { rows } = await pool().query<{ before: string | null }>({ text: END, values: [...nameOf(claim), null, attempts] });
  await discardImages([rows[0]?.before ?? null]);
}

/** Gives it back untried, to whoever is next: this process stops, or has no browser. */
export async function releaseClaim(claim: Claim): Promise<void> {
  await pool().query({
    text: `UPDATE "Project" SET "imageOf" = NULL, "imageAttempts" = 0, "imageTriedAt" = NULL WHERE ${IS_MINE}`,
    values: nameOf(claim),
  });
}
