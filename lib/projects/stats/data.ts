/** Each dashboard is one statement and thus one snapshot. Last month's numbers add what was deleted since, from the audit trail. */
import type { QueryResultRow } from "pg";
import { assignmentTotals, joinOwnAssignment, monthStart } from "../../accounts/assignments/data";
import { accountsOfRole, joinAccount } from "../../accounts/data";
import type { AdminViewer, SuperadminViewer, Viewer } from "../../accounts/sessions/schema";
import { countEvents, sumOfEvents } from "../../audit/data";
import { pool } from "../../db";
import { THUMBNAIL_PROBLEM } from "../images/workers";
import {
  type AdminDashboardRow,
  presentAdminDashboard,
  presentSuperadminDashboard,
  presentUserDashboard,
  type SuperadminDashboardRow,
  type UserDashboardRow,
} from "./present";
import { type AdminDashboard, MAP_VIEW_DAYS, type SuperadminDashboard, type UserDashboard } from "./schema";

const RECENT = 5;

/** $1 is the start of the month. @param deletedOf condition of the events of deletions */
const total = (things: string, deletedOf: string) => `
  (SELECT json_build_object('now', count(*), 'before', count(*) FILTER (WHERE "createdAt" < $1::timestamptz) + (
            ${countEvents(`${deletedOf} AND at >= $1::timestamptz AND (details ->> 'createdAt')::timestamptz < $1::timestamptz`)}))
     FROM ${things})`;

const accounts = (role: "user" | "admin") => total(accountsOfRole(role), `action = 'account.deleted' AND details ->> 'role' = '${role}'`);

/** Builds the JSON of the latest projects. @param projects SQL of the projects `p` */
const recentProjects = (projects: string) => `
  (SELECT coalesce(json_agg(recent ORDER BY recent."createdAt" DESC, recent.id DESC), '[]')
     FROM (SELECT p.id, p.name, p."safeName", p.description, p."mapUrl", p."allowsLocation", p."currentTreeId" IS NOT NULL AS "hasTree", p."imageBlobKey",
                  creator.id AS "creatorId", creator.name AS "creatorName", creator.role AS "creatorRole", p."createdAt"
             FROM ${projects} ${joinAccount("creator", 'p."createdById"')}
            ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${RECENT}) recent)`;

const adminColumns = `
  ${accounts("user")} AS users,
  ${total(`"Project"`, "action = 'project.deleted'")} AS projects,
  ${recentProjects(`"Project" p`)} AS "recentProjects"`;

/** $2 is today in UTC. */
const mapViews = `
  (SELECT json_agg(json_build_object('day', day, 'count', coalesce(views, 0)) ORDER BY day)
     FROM (SELECT $2::date - back AS day FROM generate_series(0, ${MAP_VIEW_DAYS - 1}) back) days
     LEFT JOIN (SELECT day, sum(count) AS views FROM "MapView"
                 WHERE day > $2::date - ${MAP_VIEW_DAYS} AND day <= $2::date GROUP BY day) counted USING (day))`;

const readAdmin = { name: "stats:admin", text: `SELECT ${adminColumns}` };

const readSuperadmin = {
  name: "stats:superadmin",
  text: `
    SELECT ${adminColumns},
      ${accounts("admin")} AS admins,
      (SELECT coalesce(json_agg(recent ORDER BY recent."createdAt" DESC, recent."_id" DESC), '[]')
         FROM (SELECT id AS "_id", name, email, "createdAt" FROM ${accountsOfRole("admin")}
                ORDER BY "createdAt" DESC, id DESC LIMIT ${RECENT}) recent) AS "recentAdmins",
      ${mapViews} AS "mapViews",
      (${THUMBNAIL_PROBLEM}) AS "thumbnailProblem"`,
};

const withdrawn = `(${sumOfEvents(
  "assignedBeforeMonth",
  `"targetType" = 'account' AND "targetId" = $2::uuid::text AND at >= $1::timestamptz AND action = 'project.unassigned'`,
)})`;

const readUser = {
  name: "stats:user",
  text: `
    SELECT
      ${assignmentTotals("$2::uuid", "$1::timestamptz", withdrawn)} AS projects,
      ${recentProjects(`"Project" p ${joinOwnAssignment("p.id", "$2::uuid")}`)} AS "recentProjects"`,
};

async function readRow<Row extends QueryResultRow>(statement: { name: string; text: string }, values: unknown[]): Promise<Row> {
  const { rows } = await pool().query<Row>({ ...statement, values });
  const [row] = rows;
  if (!row) throw new Error("The statistics of the dashboard are missing.");
  return row;
}

/** Reads the dashboard of admins. @param now decides the month */
export async function readAdminDashboard(_viewer: AdminViewer, now = new Date()): Promise<AdminDashboard> {
  return presentAdminDashboard(await readRow<AdminDashboardRow>(readAdmin, [monthStart(now)]));
}

/** Reads the dashboard of superadmins. @param now decides the month and the days */
export async function readSuperadminDashboard(_viewer: SuperadminViewer, now = new Date()): Promise<SuperadminDashboard> {
  const today = now.toISOString().slice(0, 10);
  return presentSuperadminDashboard(await readRow<SuperadminDashboardRow>(readSuperadmin, [monthStart(now), today]));
}

/** Reads the dashboard of a user, which covers assigned projects. @param now decides the month */
export async function readUserDashboard(viewer: Viewer, now = new Date()): Promise<UserDashboard> {
  return presentUserDashboard(await readRow<UserDashboardRow>(readUser, [monthStart(now), viewer.accountId]));
}
