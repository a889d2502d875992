/**
 * What the dashboards show. Each is one statement, so one round trip and one snapshot of the database: no figure contradicts
 * another, whatever is written meanwhile. What was there when last month ended is what is there still and older than that, and
 * what has been deleted since, which the audit trail knows.
 */
import type { QueryResultRow } from "pg";
import type { AdminViewer, SuperadminViewer, Viewer } from "../../accounts/sessions/schema";
import { pool } from "../../db";
import { monthStart } from "../../stats/percent";
import {
  type AdminDashboardRow,
  presentAdminDashboard,
  presentSuperadminDashboard,
  presentUserDashboard,
  type SuperadminDashboardRow,
  type UserDashboardRow,
} from "./present";
import { type AdminDashboard, MAP_VIEW_DAYS, type SuperadminDashboard, type UserDashboard } from "./schema";

/** As many as fit on a screen beside the figures. */
const RECENT = 5;

/** Of one kind of things: $1 is when last month ended. @param deletedOf which events tell of the deletion of one */
const total = (things: string, deletedOf: string) => `
  (SELECT json_build_object('now', count(*), 'before', count(*) FILTER (WHERE "createdAt" < $1::timestamptz) + (
            SELECT count(*) FROM "AuditEvent"
             WHERE ${deletedOf} AND at >= $1::timestamptz AND (details ->> 'createdAt')::timestamptz < $1::timestamptz))
     FROM ${things})`;

const accounts = (role: "user" | "admin") =>
  total(`"Account" WHERE role = '${role}'`, `action = 'account.deleted' AND details ->> 'role' = '${role}'`);

/** @param projects with their alias p */
const recentProjects = (projects: string) => `
  (SELECT coalesce(json_agg(recent ORDER BY recent."createdAt" DESC, recent.id DESC), '[]')
     FROM (SELECT p.id, p.name, p."safeName", p.description, p."mapUrl", p."currentTreeId" IS NOT NULL AS "hasTree", p."imageBlobKey",
                  creator.id AS "creatorId", creator.name AS "creatorName", creator.role AS "creatorRole", p."createdAt"
             FROM ${projects} LEFT JOIN "Account" creator ON creator.id = p."createdById"
            ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${RECENT}) recent)`;

const adminColumns = `
  ${accounts("user")} AS users,
  ${total(`"Project"`, "action = 'project.deleted'")} AS projects,
  ${recentProjects(`"Project" p`)} AS "recentProjects"`;

/** $2 is today in UTC. Days of the calendar, on which no time zone has a say. */
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
      (SELECT coalesce(json_agg(recent ORDER BY recent."createdAt" DESC, recent.id DESC), '[]')
         FROM (SELECT id, name, email, "createdAt" FROM "Account" WHERE role = 'admin'
                ORDER BY "createdAt" DESC, id DESC LIMIT ${RECENT}) recent) AS "recentAdmins",
      ${mapViews} AS "mapViews"`,
};

/** $2 is the account. */
const readUser = {
  name: "stats:user",
  text: `
    SELECT
      (SELECT json_build_object('now', count(*), 'before', count(*) FILTER (WHERE "createdAt" < $1::timestamptz) + (
                SELECT coalesce(sum((details ->> 'assignedBeforeMonth')::int), 0) FROM "AuditEvent"
                 WHERE "targetType" = 'account' AND "targetId" = $2::uuid::text AND at >= $1::timestamptz AND action = 'project.unassigned'))
         FROM "Assignment" WHERE "accountId" = $2::uuid) AS projects,
      ${recentProjects(`"Assignment" a JOIN "Project" p ON p.id = a."projectId" AND a."accountId" = $2::uuid`)} AS "recentProjects"`,
};

async function readRow<Row extends QueryResultRow>(statement: { name: string; text: string }, values: unknown[]): Promise<Row> {
  const { rows } = await pool().query<Row>({ ...statement, values });
  const [row] = rows;
  if (!row) throw new Error("The figures of the dashboard are missing.");
  return row;
}

/** What an admin's dashboard shows. @param now which month and which day it is */
export async function readAdminDashboard(_viewer: AdminViewer, now = new Date()): Promise<AdminDashboard> {
  return presentAdminDashboard(await readRow<AdminDashboardRow>(readAdmin, [monthStart(now)]));
}

/** What a superadmin's dashboard shows. @param now which month and which day it is */
export async function readSuperadminDashboard(_viewer: SuperadminViewer, now = new Date()): Promise<SuperadminDashboard> {
  const today = now.toISOString().slice(0, 10);
  return presentSuperadminDashboard(await readRow<SuperadminDashboardRow>(readSuperadmin, [monthStart(now), today]));
}

/** What the dashboard of a person shows: of the projects assigned to them. @param now which month it is */
export async function readUserDashboard(viewer: Viewer, now = new Date()): Promise<UserDashboard> {
  return presentUserDashboard(await readRow<UserDashboardRow>(readUser, [monthStart(now), viewer.accountId]));
}
