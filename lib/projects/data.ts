import { countOfProject, usersOfProject } from "../accounts/assignments/data";
import { joinAccount } from "../accounts/data";
import { isManaged, managedProjectIds, requireManagedProject, tokenProjectIds } from "../accounts/limits/policy";
import { rowIdSchema } from "../accounts/schema";
import type { AdminViewer, Viewer } from "../accounts/sessions/schema";
import { listConversions } from "../data-maps/data";
import { MAP_FILE, PAGE_FILE } from "../data-maps/values";
import { db } from "../db/client";
import { type Database, isoTime, nameKey, queryRows } from "../db/query";
import { isVisible, visibleProjects } from "../db/visible";
import { notFound } from "../errors";
import { countFormerTrees, hasTopFile, joinTree } from "../trees/data";
import { hasIndex, listPages } from "../trees/start-page/data";
import { openingValues, opens } from "./policy";
import { type ProjectDetailsRow, type ProjectRow, presentProject, presentProjectDetails } from "./present";
import { isImporting } from "./references/imports";
import { type ProjectDetails, type ProjectName, type ProjectSummary, safeNameSchema, toSafeName } from "./schema";

export const withCreator = joinAccount("creator", 'p."createdById"');
/** Builds the columns for presentProject, of a project `p` and its `creator`. @param accountId SQL of the account whose favourites count */
export const rowColumns = (
  accountId: string,
) => `p.id, p.name, p."safeName", p.description, p."mapUrl", p."allowsLocation", p."allowsCamera", ${isoTime('p."createdAt"')} AS "createdAt",
           ${isoTime('p."updatedAt"')} AS "updatedAt", p."currentTreeId" IS NOT NULL AS "hasTree", p."imageBlobKey",
           EXISTS (SELECT FROM "Favourite" f WHERE f."accountId" = ${accountId} AND f."projectId" = p.id) AS "isFavourite",
           creator.id AS "creatorId", creator.name AS "creatorName", creator.role AS "creatorRole"`;
/** What the list shows of the map of a project `p`. */
export const statusColumn = `CASE
    WHEN ${isImporting('p."safeName"')} THEN 'importing'
    WHEN p."mapUrl" <> '' THEN 'external'
    WHEN p."currentTreeId" IS NOT NULL THEN 'online'
    ELSE 'none' END`;
/** Builds the columns for presentManagedProject. */
export const managedColumns = (accountId: string) => `${rowColumns(accountId)}, ${statusColumn} AS status,
           ${countOfProject("p.id")} AS "assignedUserCount"`;

export const projectGone = () => notFound("This project no longer exists.");

/** Reads all data of a project. @throws AppError 403 for a project of no concern to an API token, 404 when the viewer manages none of this id */
export async function readProjectDetails(viewer: AdminViewer, id: string): Promise<ProjectDetails> {
  requireManagedProject(viewer, id, projectGone);
  if (!rowIdSchema.safeParse(id).success) throw projectGone();
  const [row] = await queryRows<Omit<ProjectDetailsRow, "pages" | "conversions"> & { treeId: number | null }>(db(), {
    text: `SELECT ${managedColumns("$2")}, coalesce(tree."fileCount", 0) AS "fileCount", coalesce(tree."byteCount", 0) AS "byteCount",
                  ${countFormerTrees("p.id")} AS "formerVersionCount", p."allowsSharing", p."allowsRouting", p."allowsSharedMemory", p."imageProblem",
                  tree.id AS "treeId", tree."startPage",
                  (${hasTopFile("tree.id", [PAGE_FILE])} AND ${hasTopFile("tree.id", [MAP_FILE])}) AS "isDataMap",
                  ${usersOfProject("p.id")} AS "assignedUsers"
             FROM ${visibleProjects} p ${withCreator} ${joinTree("tree", 'p."currentTreeId"')}
            WHERE p.id = $1`,
    values: [id, viewer.accountId],
  });
  if (!row) throw projectGone();
  const conversions = row.isDataMap ? await listConversions(id) : [];
  const pages = row.treeId === null || (await hasIndex({ treeId: row.treeId })) ? [] : await listPages(row.treeId);
  return presentProjectDetails({ ...row, pages, conversions });
}

/** Lists every project that the viewer manages by name, for the checklist of assignments. */
export function listProjectNames(viewer: AdminViewer): Promise<ProjectName[]> {
  return queryRows<ProjectName>(db(), {
    text: `SELECT id AS "_id", name FROM ${visibleProjects} project WHERE ${isManaged("id", "$1")} ORDER BY ${nameKey("name")}, id`,
    values: [managedProjectIds(viewer)],
  });
}

/** Returns the project of a safe name or an id, or null without one that the viewer may open. */
export async function findProject(viewer: Viewer, safeName: string): Promise<ProjectSummary | null> {
  if (!safeNameSchema.safeParse(safeName).success) return null;
  const id = rowIdSchema.safeParse(safeName).data ?? null;
  const rows = await queryRows<ProjectRow>(db(), {
    text: `SELECT ${rowColumns("$5")} FROM ${visibleProjects} p ${withCreator}
            WHERE (p."safeName" = $1 OR p.id = $2::uuid) AND ${isManaged("p.id", "$3")} AND ${opens("p.id", 4)}`,
    values: [safeName, id, tokenProjectIds(viewer), ...openingValues(viewer)],
  });
  return rows[0] ? presentProject(rows[0]) : null;
}

/** Returns true when a project has the safe name of a name, or a running import will take it. */
export async function projectNameExists(name: string): Promise<boolean> {
  const rows = await queryRows<{ exists: boolean }>(db(), {
    text: `SELECT ${isNameTaken("$1")} OR ${isImporting("$1")} AS exists`,
    values: [toSafeName(name)],
  });
  return rows[0]?.exists ?? false;
}

/** Builds the join of the project of an id, an SQL expression, as `alias`. Its columns are null where it is gone. */
export const joinProject = (alias: string, id: string) => `LEFT JOIN ${visibleProjects} ${alias} ON ${alias}.id = ${id}`;

export const joinProjectOfTree = (alias: string, treeId: string) =>
  `LEFT JOIN ${visibleProjects} ${alias} ON ${alias}."currentTreeId" = ${treeId}`;

export const SHOWN_TREES = `SELECT "currentTreeId" FROM ${visibleProjects} project WHERE "currentTreeId" IS NOT NULL`;

export const safeNameOf = (id: string) => `(SELECT "safeName" FROM ${visibleProjects} project WHERE id = ${id})`;

export const settingOf = (setting: "allowsLocation" | "allowsCamera" | "allowsRouting" | "allowsSharedMemory", id: string) =>
  `(SELECT "${setting}" FROM ${visibleProjects} project WHERE id = ${id})`;

/** Builds the condition that a project has a safe name. */
export const isNameTaken = (safeName: string) => `EXISTS (SELECT FROM ${visibleProjects} project WHERE "safeName" = ${safeName})`;

/** Builds the condition that there is a project of an id, an SQL expression. */
export const projectExists = (id: string) => `EXISTS (SELECT FROM ${visibleProjects} project WHERE project.id = ${id})`;

export interface ProjectIdentity {
  projectId: string;
  name: string;
  safeName: string;
}

/** Finds a project. @param project a name or safe name, decoded */
export async function findProjectByAddress(project: string): Promise<ProjectIdentity | null> {
  const safeName = /\p{Cc}/u.test(project) ? "" : toSafeName(project);
  if (safeName === "") return null;
  const rows = await queryRows<ProjectIdentity>(db(), {
    text: `SELECT id AS "projectId", name, "safeName" FROM ${visibleProjects} project WHERE "safeName" = $1 AND ("safeName" = $2 OR lower(name) = lower($2))`,
    values: [safeName, project],
  });
  return rows[0] ?? null;
}

/** A project and the state of its map, which changes with every edit. */
export interface ProjectMap extends ProjectIdentity {
  createdById: string | null;
  state: string;
}

/** Returns the projects, or the one of an id, whose map has a file of this name at its top. */
export function listMapsWithFile(name: string, projectId: string | null = null): Promise<ProjectMap[]> {
  return queryRows<ProjectMap>(db(), {
    text: `SELECT project.id AS "projectId", project.name, project."safeName", project."createdById", tree.id || '.' || tree.revision AS state
             FROM ${visibleProjects} project ${joinTree("tree", `project."currentTreeId"`)}
            WHERE ($1::uuid IS NULL OR project.id = $1) AND ${hasTopFile(`project."currentTreeId"`, [name])}`,
    values: [projectId],
  });
}

/** Returns the names of projects by their ids */
export async function findProjectNames(client: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await client.project.findMany({ where: { id: { in: [...ids] }, ...isVisible }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface MapAccess {
  projectId: string;
  treeId: number;
  /** The map was edited within the last minute: longer than browsers keep its files. */
  isEdited: boolean;
}

/** Returns the project's current tree, or null without one that the viewer may open. One query. */
export async function findMapAccess(viewer: Viewer, safeName: string): Promise<MapAccess | null> {
  const [access] = await queryRows<MapAccess>(db(), {
    text: `SELECT p.id AS "projectId", p."currentTreeId" AS "treeId",
                  p."updatedAt" > greatest(now() - interval '1 min', p."createdAt" + interval '1 s') AS "isEdited" FROM ${visibleProjects} p
            WHERE p."safeName" = $1 AND p."currentTreeId" IS NOT NULL
              AND ${isManaged("p.id", "$2")} AND ${opens("p.id", 3)}`,
    values: [safeName, tokenProjectIds(viewer), ...openingValues(viewer)],
  });
  return access ?? null;
}
