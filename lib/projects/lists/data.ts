import { joinAccount } from "../../accounts/data";
import { isManaged, managedProjectIds } from "../../accounts/limits/policy";
import { countOpenable, joinOpenable } from "../../accounts/references/openable-projects";
import type { AdminViewer, Viewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { nameKey, queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import { type ListOrder, type ListSource, readPage } from "../../http/paging/page";
import { managedColumns, rowColumns, statusColumn, withCreator } from "../data";
import { type ManagedProjectRow, type ProjectRow, presentManagedProject, presentProject } from "../present";
import type { AssignedListQuery, AssignedPage, ManagedListQuery, ProjectCreator, ProjectPage } from "../schema";
import { type ProjectSort, UNKNOWN_CREATOR } from "../values";

const byName = { key: nameKey("p.name"), type: "text" } as const;
// Sorted as shown: a deleted creator is Unknown.
const byCreator = { key: nameKey("coalesce(maker.name, 'Unknown')"), type: "text" } as const;
const byDate = { key: `p."createdAt"`, type: "timestamptz" } as const;
const orders: Record<ProjectSort, ListOrder> = {
  all: { ...byDate, direction: "DESC" },
  "name-asc": { ...byName, direction: "ASC" },
  "name-desc": { ...byName, direction: "DESC" },
  "date-newest": { ...byDate, direction: "DESC" },
  "date-oldest": { ...byDate, direction: "ASC" },
  "creator-asc": { ...byCreator, direction: "ASC" },
  "creator-desc": { ...byCreator, direction: "DESC" },
};

/** Filters of project lists. Absent ones are constants, which the planner removes. */
const isAskedFor = `($1 = '' OR position(lower($1) IN lower(p.name)) > 0)
    AND ($2::uuid IS NULL OR p."createdById" = $2) AND (NOT $3::boolean OR p."createdById" IS NULL)
    AND ($4::timestamptz IS NULL OR p."createdAt" >= $4) AND ($5::timestamptz IS NULL OR p."createdAt" < $5)`;

function askedValues({ search, createdBy, from, to }: AssignedListQuery): unknown[] {
  const isUnknown = createdBy === UNKNOWN_CREATOR;
  return [search, isUnknown ? null : createdBy, isUnknown, from, to];
}

const withMaker = joinAccount("maker", 'p."createdById"');
const projectPage = {
  id: "p.id",
  joins: `LEFT JOIN ${visibleProjects} p ON p.id = page.id ${withCreator}`,
} as const;

/** Lists the projects that the viewer manages, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listProjectPage(viewer: AdminViewer, query: ManagedListQuery): Promise<ProjectPage> {
  const source: ListSource = {
    ...projectPage,
    columns: managedColumns("$7"),
    matching: `FROM ${visibleProjects} p ${withMaker} WHERE ${isAskedFor} AND ($6::text IS NULL OR ${statusColumn} = $6)
       AND ${isManaged("p.id", "$8")}`,
    values: [...askedValues(query), query.status, viewer.accountId, managedProjectIds(viewer)],
  };
  const { rows, ...info } = await readPage<ManagedProjectRow>(source, orders[query.sort], query);
  return { projects: rows.map(presentManagedProject), ...info };
}

/** Lists the projects that the viewer may open, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAssignedPage(viewer: Viewer, query: AssignedListQuery): Promise<AssignedPage> {
  const source: ListSource = {
    ...projectPage,
    columns: rowColumns("$6"),
    matching: `FROM ${visibleProjects} p ${joinOpenable("p.id", "$6")} ${withMaker} WHERE ${isAskedFor}`,
    values: [...askedValues(query), viewer.accountId],
    allRows: countOpenable("$6"),
  };
  const { rows, allRows = 0, ...info } = await readPage<ProjectRow>(source, orders[query.sort], query);
  return { projects: rows.map(presentProject), ...info, assignedTotal: allRows };
}

/** Lists creators by name; deleted ones are one. @param projects `FROM …` of projects `p`; values start at $2 */
function readCreators(projects: string, values: readonly unknown[]): Promise<ProjectCreator[]> {
  return queryRows<ProjectCreator>(db(), {
    text: `SELECT coalesce(maker.id::text, $1) AS "_id", coalesce(maker.name, 'Unknown') AS name
             FROM (SELECT DISTINCT p."createdById" ${projects}) p ${withMaker}
            ORDER BY ${byCreator.key}, maker.id`,
    values: [UNKNOWN_CREATOR, ...values],
  });
}

export function listAssignedCreators(viewer: Viewer): Promise<ProjectCreator[]> {
  return readCreators(`FROM ${visibleProjects} p ${joinOpenable("p.id", "$2")}`, [viewer.accountId]);
}

export function listCreators(viewer: AdminViewer): Promise<ProjectCreator[]> {
  return readCreators(`FROM ${visibleProjects} p WHERE ${isManaged("p.id", "$2")}`, [managedProjectIds(viewer)]);
}
