import { z } from "zod";
import type { AdminViewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { notFound } from "../errors";
import type { ProjectVersion, VersionState } from "../projects/versions/schema";
import { isTreeOf } from "../trees/data";
import { presentVersion, type VersionRow } from "./present";

/** @throws AppError 404 for what is no id, as for a missing project */
export function parseProjectId(id: string): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw notFound("Project not found.");
  return parsed.data;
}

/**
 * The maps that a project shows and has shown, as far as they are kept: the one that went online last comes first.
 * @throws AppError 404 for a project that is not there
 */
export async function listVersions(_viewer: AdminViewer, projectId: string): Promise<ProjectVersion[]> {
  const { rows } = await pool().query<Omit<VersionRow, "id"> & { id: number | null }>({
    name: "versions:list",
    text: `SELECT t.id, coalesce(t.id = p."currentTreeId", false) AS "isCurrent", made.source, made."sourceName",
                  creator.id AS "creatorId", creator.name AS "creatorName",
                  coalesce(made."publishedAt", t."createdAt") AS "publishedAt", t."retiredAt", t."fileCount", t."byteCount", made.changes
             FROM "Project" p LEFT JOIN "Tree" t ON t."projectId" = p.id AND t.kind = 'project'
             LEFT JOIN LATERAL (SELECT * FROM "Import" i WHERE i."treeId" = t.id ORDER BY i."createdAt" DESC LIMIT 1) made ON true
             LEFT JOIN "Account" creator ON creator.id = made."ownerId"
            WHERE p.id = $1
            ORDER BY "publishedAt" DESC, t.id DESC`,
    values: [projectId],
  });
  if (rows.length === 0) throw notFound("Project not found.");
  return rows.flatMap(({ id, ...row }) => (id === null ? [] : [presentVersion({ id, ...row })]));
}

/** A tree that a project shows, as it stands. */
export interface VersionTree {
  treeId: number;
  revision: number;
  fileCount: number;
}

/** @returns the tree that the project shows now, or null when it shows none. @throws AppError 404 for a project that is not there */
export async function findCurrentVersion(_viewer: AdminViewer, projectId: string): Promise<VersionTree | null> {
  const { rows } = await pool().query<VersionTree | { treeId: null }>({
    text: `SELECT t.id AS "treeId", t.revision, t."fileCount" FROM "Project" p LEFT JOIN "Tree" t ON t.id = p."currentTreeId" WHERE p.id = $1`,
    values: [projectId],
  });
  const [row] = rows;
  if (!row) throw notFound("Project not found.");
  return row.treeId === null ? null : row;
}

/** @returns true when the project shows this tree, or has shown it and it is kept, and it is still what it was in that state */
export function isVersionOf(_viewer: AdminViewer, projectId: string, { treeId, revision }: VersionState): Promise<boolean> {
  return isTreeOf(projectId, treeId, revision);
}

/** A file by its path from the top of the map. */
export interface VersionFile {
  path: string;
  /** Bytes. */
  size: number;
}

interface FileRow {
  folder: number;
  name: string;
  size: number;
}

/** Rows of one round trip. */
const PAGE_ROWS = 10_000;

/**
 * Every file of a tree, folder by folder, a page at a time. No connection is held between two pages, however slowly they are
 * taken, and of the paths only those of one page are in memory.
 */
export async function* listTreeFiles(treeId: number): AsyncGenerator<VersionFile[], void, undefined> {
  let after: FileRow | undefined;
  do {
    const { rows } = await pool().query<FileRow>({
      name: "versions:files",
      text: `SELECT "parentId" AS folder, name, size FROM "Entry"
              WHERE "treeId" = $1 AND ("parentId", name) > ($2, $3) AND kind = 'file' ORDER BY "parentId", name LIMIT ${PAGE_ROWS}`,
      values: [treeId, after?.folder ?? 0, after?.name ?? ""],
    });
    const folders = await readPaths(treeId, new Set(rows.map(({ folder }) => folder)));
    yield rows.map(({ folder, name, size }) => ({ path: `${folders.get(folder) ?? ""}${name}`, size }));
    after = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
  } while (after);
}

/** @returns the path of each folder with a slash at its end; that of the root is empty */
async function readPaths(treeId: number, folders: ReadonlySet<number>): Promise<Map<number, string>> {
  const { rows } = await pool().query<{ folder: number; path: string }>({
    name: "versions:paths",
    text: `WITH RECURSIVE up AS (
             SELECT id AS folder, "parentId", CASE WHEN "parentId" IS NULL THEN '' ELSE name || '/' END AS path
               FROM "Entry" WHERE id = ANY ($2) AND "treeId" = $1
             UNION ALL
             SELECT up.folder, parent."parentId", CASE WHEN parent."parentId" IS NULL THEN up.path ELSE parent.name || '/' || up.path END
               FROM up JOIN "Entry" parent ON parent.id = up."parentId")
           SELECT folder, path FROM up WHERE "parentId" IS NULL`,
    values: [treeId, [...folders]],
  });
  return new Map(rows.map(({ folder, path }) => [folder, path]));
}
