import { joinApiToken } from "../../accounts/api-tokens/data";
import { joinAccount } from "../../accounts/data";
import { requireManagedProject } from "../../accounts/limits/policy";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import { isVisible, visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { type ListSource, readPage } from "../../http/paging/page";
import { joinTree } from "../../trees/data";
import type { AnalyticsDays } from "../values";
import { projectNotFound } from "../versions/data";
import type { ProjectView, ProjectViews, ProjectViewsQuery } from "./schema";

type ViewRow = Omit<ProjectView, "account"> & { accountId: string | null; accountName: string | null; accountEmail: string | null };

/** $1 is the project, $2 the first day. */
const history = {
  id: "seen.id",
  matching: `FROM "ProjectView" seen WHERE seen."projectId" = $1 AND seen.day >= $2::date`,
  columns: `v.id AS "_id", v.count AS views, ${isoTime('v."lastViewedAt"')} AS "lastViewedAt", a.id AS "accountId", a.name AS "accountName", a.email AS "accountEmail",
            CASE WHEN v."guestEmail" IS NOT NULL THEN 'guest' WHEN v."accountId" IS NULL THEN 'link' WHEN v."accountId" = v."viewerId" THEN 'person' ELSE 'token' END AS kind,
            coalesce(token.name, nullif(link.label, ''), v."guestEmail") AS credential, nullif(v."treeId", 0)::text AS "versionId",
            ${isoTime('tree."createdAt"')} AS "versionCreatedAt", coalesce(tree.id = project."currentTreeId", false) AS "isCurrentVersion"`,
  joins: `LEFT JOIN "ProjectView" v ON v.id = page.id LEFT JOIN ${visibleProjects} project ON project.id = v."projectId"
          ${joinAccount("a", 'v."accountId"')} ${joinApiToken("token", 'v."viewerId"')} LEFT JOIN "ShareLink" link ON link.id = v."viewerId"
          ${joinTree("tree", 'v."treeId"')}`,
};

const byLastView = { key: 'seen."lastViewedAt"', type: "timestamptz", direction: "DESC" } as const;

const countDays = {
  name: "projects:view-days",
  text: `SELECT (SELECT json_agg(json_build_object('day', day, 'count', coalesce(counted.count, 0)) ORDER BY day)
                   FROM (SELECT $2::date + ahead AS day FROM generate_series(0, $3::int - 1) ahead) days
                   LEFT JOIN (SELECT day, count FROM "MapView" WHERE "projectId" = $1) counted USING (day)) AS "mapViews",
                (SELECT count(DISTINCT "accountId")::int FROM "AccountMapView" WHERE "projectId" = $1 AND day >= $2::date)
                + (SELECT count(DISTINCT "guestEmail")::int FROM "ProjectView" WHERE "projectId" = $1 AND day >= $2::date) AS people`,
};

function present({ accountId, accountName, accountEmail, ...view }: ViewRow): ProjectView {
  const account = accountId === null ? null : { _id: accountId, name: accountName ?? "", email: accountEmail ?? "" };
  return { ...view, account };
}

function firstDayOf(days: AnalyticsDays, now: Date): string {
  return new Date(now.getTime() - (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Returns who opened a project's map on the last days, and how often. @param now decides which day is today
 * @throws AppError 403 for another project than those of an API token, 404, 400 for a cursor of another list
 */
export async function readProjectViews(
  viewer: AdminViewer,
  projectId: string,
  { days, ...page }: ProjectViewsQuery,
  now = new Date(),
): Promise<ProjectViews> {
  requireManagedProject(viewer, projectId, projectNotFound);
  if ((await db().project.count({ where: { id: projectId, ...isVisible } })) === 0) throw projectNotFound();
  const firstDay = firstDayOf(days, now);
  const source: ListSource = { ...history, values: [projectId, firstDay] };
  const { rows, ...info } = await readPage<ViewRow>(source, byLastView, page);
  const [counted] = await queryRows<Pick<ProjectViews, "mapViews" | "people">>(db(), { ...countDays, values: [projectId, firstDay, days] });
  if (!counted) throw new Error("PostgreSQL returned no row for the views.");
  const views = counted.mapViews.reduce((sum, { count }) => sum + count, 0);
  return { views, ...counted, historyDays: env().viewHistoryDays, history: rows.map(present), ...info };
}
