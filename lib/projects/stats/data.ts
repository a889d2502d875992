/** Each dashboard is one statement and thus one snapshot. Last month's numbers add what was deleted since, from the audit trail. */

import { monthStart } from "../../accounts/assignments/data";
import { accountsOfRole, joinAccount } from "../../accounts/data";
import { limitedId } from "../../accounts/limits/policy";
import { isWithin, managedProjects, seesAccount } from "../../accounts/references/managed-projects";
import { joinOpenable, openableTotals } from "../../accounts/references/openable-projects";
import type { AdminViewer, SuperadminViewer, Viewer } from "../../accounts/sessions/schema";
import { countEvents, sumOfEvents } from "../../audit/data";
import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import { DISK_FULL_MESSAGE } from "../../errors";
import { readFreeBytes } from "../../storage/quota/space";
import { rowColumns, withCreator } from "../data";
import { THUMBNAIL_PROBLEM } from "../images/claims";
import { type ListedProjectRow, type ProjectRow, presentListedProject, presentProject } from "../present";
import type { ProjectSummary } from "../schema";
import type { AdminDashboard, SuperadminDashboard, UserDashboard } from "./schema";

const RECENT = 5;

const eventsOf = (condition: string) =>
  `(${countEvents(`${condition} AND at >= $1::timestamptz AND (details ->> 'createdAt')::timestamptz < $1::timestamptz`)})`;

/** $1 is the start of the month. @param deleted and `restored`: conditions of the events of deletions, and of those that took them back */
const total = (things: string, deleted: string, restored = "false") => `
  (SELECT json_build_object('now', count(*), 'before',
            count(*) FILTER (WHERE "createdAt" < $1::timestamptz) + ${eventsOf(deleted)} - ${eventsOf(restored)})
     FROM ${things})`;

const accounts = (role: "user" | "admin", limited = "NULL") =>
  total(
    `${accountsOfRole(role)} AND ${seesAccount(`"Account"`, limited)}`,
    // No event tells whether a limited admin has seen a deleted account.
    `action = 'account.deleted' AND details ->> 'role' = '${role}' AND ${limited}::uuid IS NULL`,
  );

/** Builds the JSON of the latest projects. @param projects SQL of the projects `p` */
const recentProjects = (projects: string) => `
  (SELECT coalesce(json_agg(recent ORDER BY recent."createdAt" DESC, recent.id DESC), '[]')
     FROM (SELECT p.id, p.name, p."safeName", p.description, p."mapUrl", p."allowsLocation", p."allowsCamera", p."currentTreeId" IS NOT NULL AS "hasTree", p."imageBlobKey",
                  creator.id AS "creatorId", creator.name AS "creatorName", creator.role AS "creatorRole", ${isoTime('p."createdAt"')} AS "createdAt"
             FROM ${projects} ${joinAccount("creator", 'p."createdById"')}
            ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${RECENT}) recent)`;

/** @param limited as for isWithin */
function adminColumns(limited: string): string {
  const managed = `(SELECT * FROM ${visibleProjects} project WHERE ${isWithin("project.id", limited)}) p`;
  const ofManaged = `(${limited}::uuid IS NULL OR "targetId" IN (SELECT id::text FROM (${managedProjects(`${limited}::uuid`)}) managed))`;
  const eventsWith = (action: string) => `action = '${action}' AND ${ofManaged}`;
  return `
    ${accounts("user", limited)} AS users,
    ${total(managed, eventsWith("project.deleted"), eventsWith("project.restored"))} AS projects,
    ${recentProjects(managed)} AS "recentProjects"`;
}

const readAdmin = { text: `SELECT ${adminColumns("$2")}` };

const readSuperadmin = {
  text: `
    SELECT ${adminColumns("NULL")},
      ${accounts("admin")} AS admins,
      (SELECT coalesce(json_agg(recent ORDER BY recent."createdAt" DESC, recent."_id" DESC), '[]')
         FROM (SELECT id AS "_id", name, email, ${isoTime('"createdAt"')} AS "createdAt" FROM ${accountsOfRole("admin")}
                ORDER BY "Account"."createdAt" DESC, id DESC LIMIT ${RECENT}) recent) AS "recentAdmins",
      (${THUMBNAIL_PROBLEM}) AS "thumbnailProblem"`,
};

const withdrawn = `(${sumOfEvents(
  "assignedBeforeMonth",
  `"targetType" = 'account' AND "targetId" = $2::uuid::text AND at >= $1::timestamptz AND action = 'project.unassigned'`,
)})`;

const readUser = {
  text: `
    SELECT
      ${openableTotals("$2::uuid", "$1::timestamptz", withdrawn)} AS projects,
      ${recentProjects(`${visibleProjects} p ${joinOpenable("p.id", "$2::uuid")}`)} AS "recentProjects"`,
};

async function readRow<Row extends object>({ text }: { text: string }, values: unknown[]): Promise<Row> {
  const [row] = await queryRows<Row>(db(), { text, values });
  if (!row) throw new Error("The statistics of the dashboard are missing.");
  return row;
}

/** Reads the dashboard of admins, which covers the projects and users that the viewer sees. @param now decides the month */
export async function readAdminDashboard(viewer: AdminViewer, now = new Date()): Promise<AdminDashboard> {
  return presentAdminDashboard(await readRow<AdminDashboardRow>(readAdmin, [monthStart(now), limitedId(viewer)]));
}

/** Reads the dashboard of superadmins. @param now decides the month */
export async function readSuperadminDashboard(_viewer: SuperadminViewer, now = new Date()): Promise<SuperadminDashboard> {
  const row = readRow<SuperadminDashboardRow>(readSuperadmin, [monthStart(now)]);
  // The health check reports a store that does not answer.
  const free = await readFreeBytes().catch(() => Number.POSITIVE_INFINITY);
  return presentSuperadminDashboard(await row, free > 0 ? null : DISK_FULL_MESSAGE);
}

/** Reads the dashboard of a user, which covers the projects that the user may open. @param now decides the month */
export async function readUserDashboard(viewer: Viewer, now = new Date()): Promise<UserDashboard> {
  return presentUserDashboard(await readRow<UserDashboardRow>(readUser, [monthStart(now), viewer.accountId]));
}

/** Reads projects that the viewer may open. @param chosen SQL of rows with `projectId` and `at` of the account $1; the latest come first */
async function readCards({ accountId }: Viewer, chosen: string, limit: number): Promise<ProjectSummary[]> {
  const rows = await queryRows<ProjectRow>(db(), {
    text: `SELECT ${rowColumns("$1")} FROM (${chosen}) chosen JOIN ${visibleProjects} p ON p.id = chosen."projectId"
                  ${joinOpenable("p.id", "$1")} ${withCreator}
            ORDER BY chosen.at DESC, p.id DESC LIMIT $2`,
    values: [accountId, limit],
  });
  return rows.map(presentProject);
}

/** Reads the maps that a user opened last. */
export function readRecentlyOpened(viewer: Viewer): Promise<ProjectSummary[]> {
  const opened = `SELECT "projectId", max("lastViewedAt") AS at FROM "AccountMapView" WHERE "accountId" = $1 GROUP BY "projectId"`;
  return readCards(viewer, opened, 4);
}

/** Reads the latest favourites of a user. */
export function readFavourites(viewer: Viewer): Promise<ProjectSummary[]> {
  return readCards(viewer, `SELECT "projectId", "createdAt" AS at FROM "Favourite" WHERE "accountId" = $1`, 8);
}

interface Total {
  now: number;
  before: number;
}

/** Returns the change in percent, rounded to one decimal, never -0; 100 from nothing, 0 when there is still nothing. */
export function percentChange({ now, before }: Total): number {
  if (before === 0) return now === 0 ? 0 : 100;
  const tenths = Math.round((Math.abs(now - before) * 1000) / before);
  return tenths === 0 ? 0 : (Math.sign(now - before) * tenths) / 10;
}

interface AdminDashboardRow {
  users: Total;
  projects: Total;
  recentProjects: ListedProjectRow[];
}

type UserDashboardRow = Omit<AdminDashboardRow, "users">;

interface SuperadminDashboardRow extends AdminDashboardRow, Pick<SuperadminDashboard, "recentAdmins" | "thumbnailProblem"> {
  admins: Total;
}

function presentTotals({ users, projects, recentProjects }: AdminDashboardRow) {
  return {
    totalUsers: users.now,
    percentUserIncrease: percentChange(users),
    usersLastMonth: users.before,
    totalProjects: projects.now,
    percentProjectIncrease: percentChange(projects),
    projectsLastMonth: projects.before,
    recentProjects: recentProjects.map(presentListedProject),
  };
}

function presentAdminDashboard(row: AdminDashboardRow): AdminDashboard {
  const [last] = row.recentProjects;
  return { ...presentTotals(row), lastProject: last ? { name: last.name, dateCreated: last.createdAt } : null };
}

function presentSuperadminDashboard(row: SuperadminDashboardRow, storageProblem: string | null): SuperadminDashboard {
  const [last] = row.recentProjects;
  return {
    ...presentTotals(row),
    totalAdmins: row.admins.now,
    percentAdminIncrease: percentChange(row.admins),
    adminsLastMonth: row.admins.before,
    lastProject: last ? { name: last.name, createdAt: last.createdAt } : null,
    recentAdmins: row.recentAdmins,
    thumbnailProblem: row.thumbnailProblem,
    storageProblem,
  };
}

function presentUserDashboard({ projects, recentProjects }: UserDashboardRow): UserDashboard {
  const [last] = recentProjects;
  return {
    totalProjects: projects.now,
    percentileIncrease: percentChange(projects),
    projectsLastMonth: projects.before,
    lastProjectUploaded: last ? { name: last.name, uploadedTime: last.createdAt } : null,
    recentProjects: recentProjects.map(presentListedProject),
  };
}
