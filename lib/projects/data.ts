import { z } from "zod";
import { pool } from "../db";
import { AppError } from "../errors";
import type { AdminViewer, Viewer } from "../sessions/schema";
import { opensEveryMap } from "./policy";
import { type ProjectRow, presentProject } from "./present";
import {
  PROJECTS_PER_PAGE,
  type ProjectListQuery,
  type ProjectPage,
  type ProjectSort,
  type ProjectSummary,
  projectListQuerySchema,
  safeNameSchema,
  toSafeName,
} from "./schema";

const byName = { key: "lower(p.name)", type: "text" } as const;
// A deleted creator stands where the list shows one: at U, as Unknown.
const byCreator = { key: "lower(coalesce(maker.name, 'Unknown'))", type: "text" } as const;
const byDate = { key: `p."createdAt"`, type: "timestamptz" } as const;
const orders: Record<ProjectSort, { key: string; type: keyof typeof cursorSchemas; direction: "ASC" | "DESC" }> = {
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
           p."currentTreeId" IS NOT NULL AS "hasTree", creator.name AS "creatorName", creator.role AS "creatorRole",
           (SELECT count(*)::int FROM "Assignment" a WHERE a."projectId" = p.id) AS "assignedUserCount"`;

/** $1 search, $2 account whose assignments count (null: every project), $3 and $4 the cursor, $5 the limit. */
function listStatement(sort: ProjectSort): string {
  const { key, type, direction } = orders[sort];
  return `WITH matching AS (
      SELECT p.id, ${key} AS key FROM "Project" p LEFT JOIN "Account" maker ON maker.id = p."createdById"
       WHERE ($1 = '' OR position(lower($1) IN lower(p.name)) > 0)
         AND ($2::uuid IS NULL OR EXISTS (SELECT FROM "Assignment" a WHERE a."projectId" = p.id AND a."accountId" = $2))
    ), page AS (
      SELECT m.id, m.key FROM matching m
       WHERE $3::${type} IS NULL OR (m.key, m.id) ${direction === "ASC" ? ">" : "<"} ($3, $4::uuid)
       ORDER BY m.key ${direction}, m.id ${direction} LIMIT $5
    )
    SELECT all_matching.total, page.key, ${rowColumns}
      FROM (SELECT count(*)::int AS total FROM matching) all_matching
      LEFT JOIN page ON true
      LEFT JOIN "Project" p ON p.id = page.id
      LEFT JOIN "Account" creator ON creator.id = p."createdById"
     ORDER BY page.key ${direction}, page.id ${direction}`;
}

/** Only what PostgreSQL takes for a value of that type: its text has no NUL, and its calendar no year 0. */
const cursorSchemas = {
  text: z.tuple([z.string().regex(/^[^\0]*$/), z.uuid()]),
  timestamptz: z.tuple([z.iso.datetime({ precision: 3 }).regex(/^(?!0000)/), z.uuid()]),
};
type Cursor = [key: string, id: string];

function parseCursor(text: string | undefined, sort: ProjectSort): Cursor | [null, null] {
  if (text === undefined) return [null, null];
  try {
    const [key, id] = cursorSchemas[orders[sort].type].parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return [key, id];
  } catch {
    // Whatever is wrong with it, the answer below says so.
  }
  throw new AppError("bad_request", "The cursor is not one of this list.", { fields: { cursor: "The cursor is not one of this list." } });
}

function formatCursor(key: string | Date, id: string): string {
  const cursor: Cursor = [key instanceof Date ? key.toISOString() : key, id];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

type ListRow = { total: number; key: string | Date } & (ProjectRow | { id: null });

/** One round trip, also for the number of all matches; a page without rows still brings that number, in a row without id. */
async function readPage(assignedTo: string | null, { search, sort, limit, cursor }: ProjectListQuery): Promise<ProjectPage> {
  const size = limit ?? (cursor === undefined ? null : PROJECTS_PER_PAGE);
  const { rows } = await pool().query<ListRow>({
    text: listStatement(sort),
    values: [search, assignedTo, ...parseCursor(cursor, sort), size && size + 1],
  });
  const found = rows.filter((row): row is Extract<ListRow, ProjectRow> => row.id !== null);
  const page = size ? found.slice(0, size) : found;
  const last = page.at(-1);
  return {
    projects: page.map(presentProject),
    nextCursor: last && found.length > page.length ? formatCursor(last.key, last.id) : null,
    total: rows[0]?.total ?? 0,
  };
}

/** The projects that match, whole or in pages. @throws AppError 400 for a cursor of another list */
export function listProjectPage(_viewer: AdminViewer, query: ProjectListQuery): Promise<ProjectPage> {
  return readPage(null, query);
}

/** The projects assigned to this person, newest first. */
export async function listAssignedProjects(viewer: Viewer): Promise<ProjectSummary[]> {
  return (await readPage(viewer.accountId, projectListQuerySchema.parse({}))).projects;
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
