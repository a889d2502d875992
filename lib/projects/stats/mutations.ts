import { apiTokenExists } from "../../accounts/api-tokens/data";
import { lockExistingAccounts } from "../../accounts/data";
import { queryLimited } from "../../db/client";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { joinGuestSession } from "../guests/data";

/** Who opened the map of a project. */
export interface MapViewer {
  projectId: string;
  /** Null for a share link and a guest. */
  accountId: string | null;
  /** Id of the session, API token, share link or session of a guest. */
  credentialId: string;
  /** Id of the version's tree; 0 if unknown. */
  treeId: number;
}

/** Views by one viewer on a day in UTC. */
export interface MapViews extends MapViewer {
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
           SELECT views.*, accounts.id IS NOT NULL AS "hasAccount", guest.email AS guest
             FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::date[], $6::int[], $7::timestamptz[])
                  AS views (project, account, credential, tree, day, count, at)
             JOIN projects ON projects.id = views.project
             LEFT JOIN accounts ON accounts.id = views.account
             ${joinGuestSession("guest", "views.credential")}
         ), counted AS (
           INSERT INTO "MapView" AS views ("projectId", day, count)
           SELECT project, day, sum(count) FROM given GROUP BY project, day ORDER BY project, day
           ON CONFLICT ("projectId", day) DO UPDATE SET count = views.count + excluded.count
         ), recorded AS (
           INSERT INTO "ProjectView" AS views ("projectId", day, "viewerId", "accountId", "guestEmail", "treeId", count, "lastViewedAt")
           SELECT project, day, viewer, account, guest, tree, sum(count), max(at)
             FROM (SELECT given.*, CASE WHEN guest IS NOT NULL THEN md5(guest)::uuid
                                        WHEN account IS NULL OR ${apiTokenExists("credential")} THEN credential ELSE account END AS viewer
                     FROM given WHERE account IS NULL OR "hasAccount") seen
            WHERE $8 GROUP BY project, day, viewer, account, guest, tree ORDER BY project, day, viewer, tree
           ON CONFLICT ("projectId", day, "viewerId", "treeId") DO UPDATE
              SET count = views.count + excluded.count, "lastViewedAt" = greatest(views."lastViewedAt", excluded."lastViewedAt")
         )
         INSERT INTO "AccountMapView" AS views ("accountId", "projectId", day, count, "lastViewedAt")
         SELECT account, project, day, sum(count), max(at) FROM given WHERE "hasAccount" GROUP BY account, project, day ORDER BY account, project, day
         ON CONFLICT ("accountId", "projectId", day) DO UPDATE
            SET count = views.count + excluded.count, "lastViewedAt" = greatest(views."lastViewedAt", excluded."lastViewedAt")`,
};

/** Adds view counts in one statement. It skips deleted projects, and counts views of deleted accounts and share links per project only. @param views unique by viewer, project, version and day */
export async function addMapViews(views: readonly MapViews[]): Promise<void> {
  const names = ["projectId", "accountId", "credentialId", "treeId", "day", "count", "lastViewedAt"] as const;
  const columns = names.map((name) => views.map((row) => row[name]));
  await queryLimited(upsertViews, [...columns, env().viewHistoryDays > 0]);
}
