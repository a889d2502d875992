import { pool } from "../../db";

export interface MapViews {
  projectId: string;
  day: string;
  count: number;
}

/** Locks projects before writing their rows, in one order, so that processes don't deadlock and deleted projects are skipped. */
const upsertViews = {
  name: "maps:add-views",
  // An aborted statement may still run and would then count twice, so this limit is long.
  query_timeout: 60_000,
  text: `WITH existing AS (SELECT id FROM "Project" WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE)
         INSERT INTO "MapView" AS views ("projectId", day, count)
         SELECT given.project, given.day, given.count
           FROM unnest($1::uuid[], $2::date[], $3::int[]) AS given (project, day, count)
           JOIN existing ON existing.id = given.project
          ORDER BY given.project, given.day
         ON CONFLICT ("projectId", day) DO UPDATE SET count = views.count + excluded.count`,
};

/** Adds view counts in one statement, skipping deleted projects. @param views unique by project and day */
export async function addMapViews(views: readonly MapViews[]): Promise<void> {
  const columns = [views.map(({ projectId }) => projectId), views.map(({ day }) => day), views.map(({ count }) => count)];
  await pool().query({ ...upsertViews, values: columns });
}
