import { pool } from "../db";
import { type ListOrder, type ListSource, readPage } from "../paging/page";
import type { AdminViewer, Viewer } from "../sessions/schema";
import { opensEveryMap } from "./policy";
import { type ManagedProjectRow, type ProjectRow, presentManagedProject, presentProject } from "./present";
import {
  type AssignedListQuery,
  type AssignedPage,
  type ProjectCreator,
  type ProjectListQuery,
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
/** What presentManagedProject reads besides. */
const managedColumns = `${rowColumns}, (SELECT count(*)::int FROM "Assignment" a WHERE a."projectId" = p.id) AS "assignedUserCount"`;

/** $1, the search text, stands in the name. */
const isNamed = "($1 = '' OR position(lower($1) IN lower(p.name)) > 0)";
const withMaker = `LEFT JOIN "Account" maker ON maker.id = p."createdById"`;
/** What the page's rows are read with. */
const projectPage = {
  id: "p.id",
  columns: rowColumns,
  joins: `LEFT JOIN "Project" p ON p.id = page.id LEFT JOIN "Account" creator ON creator.id = p."createdById"`,
} as const;

/** The projects that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listProjectPage(_viewer: AdminViewer, { search, sort, ...page }: ProjectListQuery): Promise<ProjectPage> {
  const matching = `FROM "Project" p ${withMaker} WHERE ${isNamed}`;
  const source = { ...projectPage, columns: managedColumns, matching, values: [search] };
  const { rows, ...info } = await readPage<ManagedProjectRow>(source, orders[sort], page);
  return { projects: rows.map(presentManagedProject), ...info };
}

/** The projects assigned to this person that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAssignedPage(viewer: Viewer, query: AssignedListQuery): Promise<AssignedPage> {
  const { search, sort, createdBy, from, to, ...page } = query;
  const isUnknown = createdBy === UNKNOWN_CREATOR;
  const source: ListSource = {
    ...projectPage,
    // What is not asked for is a constant to the planner, which leaves it out.
    matching: `FROM "Assignment" own JOIN "Project" p ON p.id = own."projectId" ${withMaker}
               WHERE own."accountId" = $2 AND ${isNamed}
                 AND ($3::uuid IS NULL OR p."createdById" = $3) AND (NOT $4::boolean OR p."createdById" IS NULL)
                 AND ($5::timestamptz IS NULL OR p."createdAt" >= $5) AND ($6::timestamptz IS NULL OR p."createdAt" < $6)`,
    values: [search, viewer.accountId, isUnknown ? null : createdBy, isUnknown, from, to],
    allRows: `(SELECT count(*)::int FROM "Assignment" own WHERE own."accountId" = $2)`,
  };
  const { rows, allRows = 0, ...info } = await readPage<ProjectRow>(source, orders[sort], page);
  return { projects: rows.map(presentProject), ...info, assignedTotal: allRows };
}

/** Who created the projects assigned to this person, by name; those whose accounts are gone are one. */
export async function listAssignedCreators(viewer: Viewer): Promise<ProjectCreator[]> {
  const { rows } = await pool().query<ProjectCreator>({
    text: `SELECT coalesce(maker.id::text, $2) AS "_id", coalesce(maker.name, 'Unknown') AS name
             FROM (SELECT DISTINCT p."createdById" FROM "Assignment" own JOIN "Project" p ON p.id = own."projectId"
                    WHERE own."accountId" = $1) p ${withMaker}
            ORDER BY lower(coalesce(maker.name, 'Unknown')), maker.id`,
    values: [viewer.accountId, UNKNOWN_CREATOR],
  });
  return rows;
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
