import { pool } from "../../db";

/** How many times a project's map was opened on a day. */
export interface MapViews {
  projectId: string;
  /** In UTC, as `2026-11-20`. */
  day: string;
  count: number;
}

/**
 * Projects are held on to before their rows are written, so that one that is being deleted is waited for, and left out
 * once it is gone, rather than fail the others. Everybody takes projects and rows in the same order, so that several
 * processes wait for each other instead of locking each other out.
 */
const upsertViews = {
  name: "maps:add-views",
  // A statement that is given up may still be carried out and would then count twice, so that is for a database that has hung.
  query_timeout: 60_000,
  text: `WITH existing AS (SELECT id FROM "Project" WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE)
         INSERT INTO "MapView" AS views ("projectId", day, count)
         SELECT given.project, given.day, given.count
           FROM unnest($1::uuid[], $2::date[], $3::int[]) AS given (project, day, count)
           JOIN existing ON existing.id = given.project
          ORDER BY given.project, given.day
         ON CONFLICT ("projectId", day) DO UPDATE SET count = views.count + excluded.count`,
};

/**
 * Adds to what is counted already, all of it or nothing, in one statement. Projects that are gone are skipped.
 * @param views none twice for the same project and day
 */
export async function addMapViews(views: readonly MapViews[]): Promise<void> {
  const columns = [views.map(({ projectId }) => projectId), views.map(({ day }) => day), views.map(({ count }) => count)];
  await pool().query({ ...upsertViews, values: columns });
}
