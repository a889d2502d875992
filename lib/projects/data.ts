import { rowIdSchema } from "../accounts/schema";
import type { AdminViewer, Viewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { type ListOrder, type ListSource, readPage } from "../http/paging/page";
import { opensEveryMap } from "./policy";
import {
  type ManagedProjectRow,
  type ProjectDetailsRow,
  type ProjectRow,
  presentManagedProject,
  presentProject,
  presentProjectDetails,
} from "./present";
import {
  type AssignedListQuery,
  type AssignedPage,
  type ManagedListQuery,
  type ProjectCreator,
  type ProjectDetails,
  type ProjectName,
  type ProjectPage,
  type ProjectSort,
  type ProjectSummary,
  safeNameSchema,
  toSafeName,
  UNKNOWN_CREATOR,
} from "./schema";

const byName = { key: "lower(p.name)", type: "text" } as const;
// A deleted creator stands where the list shows one: at U, as Unknown.
const byCreator = { key: "lower(coalesce(maker.name, 'Unknown'))", type: "text" } as const;
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

/** What presentProject reads, of a project `p` and its `creator`. */
const rowColumns = `p.id, p.name, p."safeName", p.description, p."mapUrl", p."createdAt", p."updatedAt",
           p."currentTreeId" IS NOT NULL AS "hasTree", p."imageBlobKey",
           creator.id AS "creatorId", creator.name AS "creatorName", creator.role AS "creatorRole"`;
/** ProjectStatus of a project `p`. Imports of one address run one at a time, and a unique index over those that run finds them. */
const statusColumn = `CASE
    WHEN EXISTS (SELECT FROM "Import" i WHERE i."safeName" = p."safeName" AND i.status NOT IN ('complete', 'failed')) THEN 'importing'
    WHEN p."mapUrl" <> '' THEN 'external'
    WHEN p."currentTreeId" IS NOT NULL THEN 'online'
    ELSE 'none' END`;
/** What presentManagedProject reads besides. */
const managedColumns = `${rowColumns}, ${statusColumn} AS status,
           (SELECT count(*)::int FROM "Assignment" a WHERE a."projectId" = p.id) AS "assignedUserCount"`;

/** What every list of projects can be asked for. What is not asked for is a constant to the planner, which leaves it out. */
const isAskedFor = `($1 = '' OR position(lower($1) IN lower(p.name)) > 0)
    AND ($2::uuid IS NULL OR p."createdById" = $2) AND (NOT $3::boolean OR p."createdById" IS NULL)
    AND ($4::timestamptz IS NULL OR p."createdAt" >= $4) AND ($5::timestamptz IS NULL OR p."createdAt" < $5)`;

/** The values of {@link isAskedFor}. */
function askedValues({ search, createdBy, from, to }: AssignedListQuery): unknown[] {
  const isUnknown = createdBy === UNKNOWN_CREATOR;
  return [search, isUnknown ? null : createdBy, isUnknown, from, to];
}

const withMaker = `LEFT JOIN "Account" maker ON maker.id = p."createdById"`;
/** What the page's rows are read with. */
const projectPage = {
  id: "p.id",
  columns: rowColumns,
  joins: `LEFT JOIN "Project" p ON p.id = page.id LEFT JOIN "Account" creator ON creator.id = p."createdById"`,
} as const;

/** The projects that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listProjectPage(_viewer: AdminViewer, query: ManagedListQuery): Promise<ProjectPage> {
  const source: ListSource = {
    ...projectPage,
    columns: managedColumns,
    matching: `FROM "Project" p ${withMaker} WHERE ${isAskedFor} AND ($6::text IS NULL OR ${statusColumn} = $6)`,
    values: [...askedValues(query), query.status],
  };
  const { rows, ...info } = await readPage<ManagedProjectRow>(source, orders[query.sort], query);
  return { projects: rows.map(presentManagedProject), ...info };
}

/** The projects assigned to this person that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAssignedPage(viewer: Viewer, query: AssignedListQuery): Promise<AssignedPage> {
  const source: ListSource = {
    ...projectPage,
    matching: `FROM "Assignment" own JOIN "Project" p ON p.id = own."projectId" ${withMaker}
               WHERE own."accountId" = $6 AND ${isAskedFor}`,
    values: [...askedValues(query), viewer.accountId],
    allRows: `(SELECT count(*)::int FROM "Assignment" own WHERE own."accountId" = $6)`,
  };
  const { rows, allRows = 0, ...info } = await readPage<ProjectRow>(source, orders[query.sort], query);
  return { projects: rows.map(presentProject), ...info, assignedTotal: allRows };
}

/** @param projects `FROM …` of the projects `p` whose creators are asked for; $2 and on are the values */
async function readCreators(projects: string, values: readonly unknown[]): Promise<ProjectCreator[]> {
  const { rows } = await pool().query<ProjectCreator>({
    text: `SELECT coalesce(maker.id::text, $1) AS "_id", coalesce(maker.name, 'Unknown') AS name
             FROM (SELECT DISTINCT p."createdById" ${projects}) p ${withMaker}
            ORDER BY lower(coalesce(maker.name, 'Unknown')), maker.id`,
    values: [UNKNOWN_CREATOR, ...values],
  });
  return rows;
}

/** Who created the projects assigned to this person, by name; those whose accounts are gone are one. */
export function listAssignedCreators(viewer: Viewer): Promise<ProjectCreator[]> {
  const assigned = `FROM "Assignment" own JOIN "Project" p ON p.id = own."projectId" WHERE own."accountId" = $2`;
  return readCreators(assigned, [viewer.accountId]);
}

/** Who created projects, by name; those whose accounts are gone are one. */
export function listCreators(_viewer: AdminViewer): Promise<ProjectCreator[]> {
  return readCreators(`FROM "Project" p`, []);
}

/** @returns everything that is known of a project, or null when there is none of this id */
export async function findProjectDetails(_viewer: AdminViewer, id: string): Promise<ProjectDetails | null> {
  if (!rowIdSchema.safeParse(id).success) return null;
  const { rows } = await pool().query<ProjectDetailsRow>({
    text: `SELECT ${managedColumns}, coalesce(tree."fileCount", 0) AS "fileCount", coalesce(tree."byteCount", 0) AS "byteCount",
                  (SELECT count(*)::int FROM "Tree" former WHERE former."projectId" = p.id AND former."retiredAt" IS NOT NULL) AS "formerVersionCount",
                  coalesce((SELECT json_agg(json_build_object('_id', a.id, 'fullName', a.name, 'name', a.name, 'email', a.email)
                                            ORDER BY lower(a.name), a.id)
                              FROM "Assignment" s JOIN "Account" a ON a.id = s."accountId" WHERE s."projectId" = p.id), '[]') AS "assignedUsers"
             FROM "Project" p LEFT JOIN "Account" creator ON creator.id = p."createdById" LEFT JOIN "Tree" tree ON tree.id = p."currentTreeId"
            WHERE p.id = $1`,
    values: [id],
  });
  return rows[0] ? presentProjectDetails(rows[0]) : null;
}

/** Every project by name, for the checklist of those to assign. */
export async function listProjectNames(_viewer: AdminViewer): Promise<ProjectName[]> {
  const { rows } = await pool().query<ProjectName>(`SELECT id AS "_id", name FROM "Project" ORDER BY lower(name), id`);
  return rows;
}

/** @returns the project of this address, or null when there is none or this person may not know of it */
export async function findProject(viewer: Viewer, safeName: string): Promise<ProjectSummary | null> {
  if (!safeNameSchema.safeParse(safeName).success) return null;
  const { rows } = await pool().query<ProjectRow>({
    text: `SELECT ${rowColumns} FROM "Project" p LEFT JOIN "Account" creator ON creator.id = p."createdById"
            WHERE p."safeName" = $1
              AND ($2 OR EXISTS (SELECT FROM "Assignment" a WHERE a."projectId" = p.id AND a."accountId" = $3))`,
    values: [safeName, opensEveryMap(viewer), viewer.accountId],
  });
  return rows[0] ? presentProject(rows[0]) : null;
}

/** @returns true when a project has this name's address, or an import that is under way will take it. */
export async function projectNameExists(name: string): Promise<boolean> {
  const { rows } = await pool().query<{ exists: boolean }>({
    text: `SELECT EXISTS (SELECT FROM "Project" WHERE "safeName" = $1)
               OR EXISTS (SELECT FROM "Import" WHERE "safeName" = $1 AND status NOT IN ('complete', 'failed')) AS exists`,
    values: [toSafeName(name)],
  });
  return rows[0]?.exists ?? false;
}

/** A map that somebody may open. */
export interface MapAccess {
  projectId: string;
  treeId: number;
}

/** @returns the project's current tree, or null when there is none or this person may not know of it. One query. */
export async function findMapAccess(viewer: Pick<Viewer, "accountId" | "role">, safeName: string): Promise<MapAccess | null> {
  const { rows } = await pool().query<MapAccess>({
    text: `SELECT p.id AS "projectId", p."currentTreeId" AS "treeId" FROM "Project" p
            WHERE p."safeName" = $1 AND p."currentTreeId" IS NOT NULL
              AND ($2 OR EXISTS (SELECT FROM "Assignment" a WHERE a."projectId" = p.id AND a."accountId" = $3))`,
    values: [safeName, opensEveryMap(viewer), viewer.accountId],
  });
  return rows[0] ?? null;
}
