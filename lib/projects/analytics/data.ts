import { usersWithoutProject } from "../../accounts/assignments/data";
import { joinAccount } from "../../accounts/data";
import { limitedId } from "../../accounts/limits/policy";
import { isWithin } from "../../accounts/references/managed-projects";
import { isSuperadmin } from "../../accounts/sessions/policy";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { isoTime, nameKey, queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import type { AnalyticsDays } from "../values";
import { ANALYTICS_ROWS, type Analytics } from "./schema";

/** $1 is today in UTC, $2 the number of days, $3 the id of a limited admin or null. */
const isInPeriod = "day > $1::date - $2::int AND day <= $1::date";

/** Builds the JSON of a list: the number of all rows, and the first ones. */
const listOf = (rows: string, order: string) => `
  (WITH listed AS (${rows})
   SELECT json_build_object('total', (SELECT count(*) FROM listed),
                            'items', (SELECT coalesce(json_agg(item), '[]') FROM (SELECT * FROM listed ORDER BY ${order} LIMIT ${ANALYTICS_ROWS}) item)))`;

const mapViews = `
  (SELECT json_agg(json_build_object('day', day, 'count', coalesce(views, 0)) ORDER BY day)
     FROM (SELECT $1::date - back AS day FROM generate_series(0, $2::int - 1) back) days
     LEFT JOIN (SELECT day, sum(count) AS views FROM "MapView" JOIN ${visibleProjects} project ON id = "projectId" WHERE ${isInPeriod} AND ${isWithin("id", "$3")} GROUP BY day) counted USING (day))`;

const maps = listOf(
  `SELECT p.id AS "_id", p.name, p."safeName", sum(v.count) AS views,
          (SELECT count(DISTINCT a."accountId") FROM "AccountMapView" a WHERE a."projectId" = p.id AND ${isInPeriod}) AS people
     FROM "MapView" v JOIN ${visibleProjects} p ON p.id = v."projectId" WHERE ${isInPeriod} AND ${isWithin("p.id", "$3")} GROUP BY p.id, p.name, p."safeName"`,
  `views DESC, ${nameKey("name")}, "_id"`,
);

const unopenedMaps = listOf(
  `SELECT p.id AS "_id", p.name, p."safeName", last.day AS "lastViewedOn"
     FROM ${visibleProjects} p CROSS JOIN LATERAL (SELECT max(day) AS day FROM "MapView" WHERE "projectId" = p.id AND day <= $1::date) last
    WHERE (p."currentTreeId" IS NOT NULL OR p."mapUrl" IS NOT NULL) AND (last.day IS NULL OR last.day <= $1::date - $2::int) AND ${isWithin("p.id", "$3")}`,
  `"lastViewedOn" NULLS FIRST, ${nameKey("name")}, "_id"`,
);

const people = listOf(
  `SELECT account.id AS "_id", account.name, account.email, counted.views, counted.maps, counted."lastViewedAt"
     FROM (SELECT "accountId", sum(count) AS views, count(DISTINCT "projectId") AS maps,
                  ${isoTime('max("lastViewedAt")')} AS "lastViewedAt"
             FROM "AccountMapView" JOIN ${visibleProjects} project ON id = "projectId" WHERE ${isInPeriod} GROUP BY "accountId") counted
          ${joinAccount("account", 'counted."accountId"')}`,
  `views DESC, ${nameKey("name")}, "_id"`,
);

const columns = `
  ${mapViews} AS "mapViews", ${maps} AS maps, ${unopenedMaps} AS "unopenedMaps",
  ${listOf(usersWithoutProject("$3"), `"_id" DESC`)} AS "usersWithoutMap"`;

const readForAdmin = { name: "analytics:admin", text: `SELECT ${columns}, NULL AS people` };
const readForSuperadmin = { name: "analytics:superadmin", text: `SELECT ${columns}, ${people} AS people` };

/** Reads who opened which maps on the last days, in UTC. @param now decides which day is today */
export async function readAnalytics(viewer: AdminViewer, days: AnalyticsDays, now = new Date()): Promise<Analytics> {
  const statement = isSuperadmin(viewer) ? readForSuperadmin : readForAdmin;
  const [row] = await queryRows<Analytics>(db(), { ...statement, values: [now.toISOString().slice(0, 10), days, limitedId(viewer)] });
  if (!row) throw new Error("PostgreSQL returned no row for the analytics.");
  return row;
}
