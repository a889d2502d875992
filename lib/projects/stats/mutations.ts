import { lockExistingAccounts } from "../../accounts/data";
import { queryLimited } from "../../db/client";
import { visibleProjects } from "../../db/visible";

/** Views of a project's map on a day in UTC, by an account, or through share links with null. */
export interface MapViews {
  projectId: string;
  accountId: string | null;
  day: string;
  count: number;
  lastViewedAt: string;
}

/** Locks projects and accounts before writing their rows, each in one order, so that processes don't deadlock and deleted ones are skipped. */
const upsertViews = {
  name: "maps:add-views",
  // An aborted statement may still run and would then count twice, so this limit is long.
  query_timeout: 60_000,
  text: `WITH projects AS (SELECT id FROM ${visibleProjects} project WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE),
              accounts AS (${lockExistingAccounts("$2::uuid[]")}),
              given AS (
           SELECT views.*, accounts.id IS NOT NULL AS "hasAccount"
             FROM unnest($1::uuid[], $2::uuid[], $3::date[], $4::int[], $5::timestamptz[]) AS views (project, account, day, count, at)
             JOIN projects ON projects.id = views.project
             LEFT JOIN accounts ON accounts.id = views.account
         ), counted AS (
           INSERT INTO "MapView" AS views ("projectId", day, count)
           SELECT project, day, sum(count) FROM given GROUP BY project, day ORDER BY project, day
           ON CONFLICT ("projectId", day) DO UPDATE SET count = views.count + excluded.count
         )
         INSERT INTO "AccountMapView" AS views ("accountId", "projectId", day, count, "lastViewedAt")
         SELECT account, project, day, count, at FROM given WHERE "hasAccount" ORDER BY account, project, day
         ON CONFLICT ("accountId", "projectId", day) DO UPDATE
            SET count = views.count + excluded.count, "lastViewedAt" = greatest(views."lastViewedAt", excluded."lastViewedAt")`,
};

/** Adds view counts in one statement. It skips deleted projects, and counts views of deleted accounts and share links per project only. @param views unique by project, account and day */
export async function addMapViews(views: readonly MapViews[]): Promise<void> {
  const columns = (["projectId", "accountId", "day", "count", "lastViewedAt"] as const).map((name) => views.map((row) => row[name]));
  await queryLimited(upsertViews, columns);
}
