import type { AdminViewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { AppError, notFound } from "../errors";
import { ASSETS } from "../maps/schema";
import { toSafeName } from "../projects/schema";
import { type Entry, findEntries, type TreeRoot } from "../trees/data";
import type { EntryPath } from "../trees/schema";
import { presentItem } from "./present";
import { assetsName, type BrowseQuery, type BrowseSort, type ExistingAnswer, type ExistingQuestion, type FolderPage } from "./schema";

/** The folder tree that a file manager works on: the current one of a project, or the shared assets. */
export type FileScope =
  | { kind: "project"; projectId: string; name: string; safeName: string }
  | { kind: "assets"; projectId: null; name: typeof assetsName; safeName: typeof ASSETS };

export const assetsScope: FileScope = { kind: "assets", projectId: null, name: assetsName, safeName: ASSETS };

/**
 * @param project as the address has it, decoded: a project's name or safe name, or `assets`
 * @throws AppError 404 when there is no such project
 */
export async function findScope(_viewer: AdminViewer, project: string): Promise<FileScope> {
  if (project === ASSETS) return assetsScope;
  const safeName = /\p{Cc}/u.test(project) ? "" : toSafeName(project);
  if (safeName === "") throw notFound("Project not found.");
  const { rows } = await pool().query<{ projectId: string; name: string; safeName: string }>({
    text: `SELECT id AS "projectId", name, "safeName" FROM "Project" WHERE "safeName" = $1 AND ("safeName" = $2 OR lower(name) = lower($2))`,
    values: [safeName, project],
  });
  const [found] = rows;
  if (!found) throw notFound("Project not found.");
  return { kind: "project", ...found };
}

/** Where walks of a scope begin. */
export function rootOf(scope: FileScope): TreeRoot {
  return scope.kind === "assets" ? "assets" : { projectId: scope.projectId };
}

/** @returns the entry at a path of a scope, or null. One round trip; what it says may have changed by the next. */
export async function findItem(scope: FileScope, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntries([{ root: rootOf(scope), path }]);
  return entry;
}

/** The tree of a scope: `$1` is the project's id, and for the shared assets null. */
const scopeTree = `SELECT tree.id, tree.revision FROM "Tree" tree
   WHERE tree.id = CASE WHEN $1::uuid IS NULL THEN (SELECT min(id) FROM "Tree" WHERE kind = 'assets')
                        ELSE (SELECT "currentTreeId" FROM "Project" WHERE id = $1) END`;

/** By the lower-cased name, in the order of code points whatever the database was set up with: the same on every server. */
const byName = `item."searchName" COLLATE "C", item.name COLLATE "C"`;
const orders: Record<BrowseSort, string> = {
  "name-asc": byName,
  "name-desc": `item."searchName" COLLATE "C" DESC, item.name COLLATE "C" DESC`,
  "size-asc": `item.size, ${byName}`,
  "size-desc": `item.size DESC, ${byName}`,
  "modified-asc": `item."modifiedAt", ${byName}`,
  "modified-desc": `item."modifiedAt" DESC, ${byName}`,
};

/** Walks to the folder of the names $2, a name a step as lib/trees/data.ts does, and reads a page of what matches $3 in it. */
function browseText(sort: BrowseSort): string {
  const order = `item.kind, ${orders[sort]}`;
  return `
    WITH RECURSIVE tree AS (${scopeTree}), walk AS (
      SELECT entry.id, entry.kind, entry."treeId", 0 AS depth
        FROM tree JOIN "Entry" entry ON entry."treeId" = tree.id AND entry."parentId" IS NULL
       UNION ALL
      SELECT child.id, child.kind, child."treeId", walk.depth + 1
        FROM walk
       CROSS JOIN LATERAL (
         SELECT id, kind, "treeId" FROM "Entry" entry
          WHERE entry."treeId" = walk."treeId" AND entry."parentId" = walk.id AND entry.name = ($2::text[])[walk.depth + 1]
          LIMIT 1
       ) child
    ), folder AS (
      SELECT id, kind, "treeId" FROM walk WHERE depth = cardinality($2::text[])
    ), matching AS MATERIALIZED (
      SELECT child.* FROM folder
       CROSS JOIN LATERAL (
         SELECT id, kind, name, "searchName", size, "modifiedAt" FROM "Entry" entry
          WHERE entry."treeId" = folder."treeId" AND entry."parentId" = folder.id
            AND ($3 = '' OR position(lower($3) IN entry."searchName") > 0)
         OFFSET 0
       ) child
    ), page AS (
      SELECT * FROM matching item ORDER BY ${order} LIMIT $4 OFFSET $5
    )
    SELECT tree.id AS "treeId", tree.revision, folder.kind AS "folderKind", (SELECT count(*) FROM matching) AS total,
           item.id, item.kind, item.name, item.size, item."modifiedAt"
      FROM (SELECT) one LEFT JOIN tree ON true LEFT JOIN folder ON true LEFT JOIN page item ON true
     ORDER BY ${order}`;
}

interface BrowseRow {
  /** Null for a project without a map, and for assets that nobody has added to. */
  treeId: number | null;
  revision: number | null;
  /** Null when there is nothing at the path. */
  folderKind: "folder" | "file" | null;
  total: number;
  /** Null on a page without rows. */
  id: number | null;
  kind: "folder" | "file";
  name: string;
  size: number;
  modifiedAt: Date;
}

/**
 * What lies in a folder, folders first. One round trip, so that a page is of one moment.
 * @throws AppError 404 when there is no such folder, 409 when it is a file
 */
export async function browseFolder(scope: FileScope, { path, search, sort, limit, offset }: BrowseQuery): Promise<FolderPage> {
  const { rows } = await pool().query<BrowseRow>({
    name: `files:browse:${sort}`,
    text: browseText(sort),
    values: [scope.projectId, path, search.normalize("NFC"), limit ?? null, offset],
  });
  const [first] = rows;
  // Where there is no tree yet, its top is empty.
  if (!first || (first.folderKind === null && (first.treeId !== null || path.length > 0))) throw notFound("This folder no longer exists.");
  if (first.folderKind === "file") throw new AppError("conflict", `“${path.at(-1)}” is a file, not a folder.`);
  const items = rows.flatMap(({ id, ...row }) => (id === null ? [] : [presentItem(row, path)]));
  return { success: true, items, total: first.total, revision: `${first.treeId ?? 0}.${first.revision ?? 0}` };
}

/** How far a path leads: all its names, or to the last of them that is there. */
const reach = `
  WITH RECURSIVE tree AS (${scopeTree}), walk AS (
    SELECT wanted.number, string_to_array(wanted.path, '/') AS names, 0 AS depth, entry.id, entry.kind, entry."treeId"
      FROM unnest($2::text[]) WITH ORDINALITY AS wanted (path, number)
     CROSS JOIN tree JOIN "Entry" entry ON entry."treeId" = tree.id AND entry."parentId" IS NULL
     UNION ALL
    SELECT walk.number, walk.names, walk.depth + 1, child.*
      FROM walk
     CROSS JOIN LATERAL (
       SELECT id, kind, "treeId" FROM "Entry" entry
        WHERE entry."treeId" = walk."treeId" AND entry."parentId" = walk.id AND entry.name = walk.names[walk.depth + 1]
        LIMIT 1
     ) child
  )
  SELECT DISTINCT ON (number) number, kind, depth = cardinality(names) AS "isAll" FROM walk ORDER BY number, depth DESC`;

/** Says of files that are to be written what they meet there. */
export async function findExisting(scope: FileScope, { targetPath, paths }: ExistingQuestion): Promise<ExistingAnswer> {
  const { rows } = await pool().query<{ number: number; kind: "file" | "folder"; isAll: boolean }>({
    name: "files:existing",
    text: reach,
    values: [scope.projectId, paths.map(({ names }) => [...targetPath, ...names].join("/"))],
  });
  const given = (found: typeof rows) => found.flatMap(({ number }) => paths[number - 1]?.given ?? []);
  const existing = rows.filter(({ kind, isAll }) => isAll && kind === "file");
  const blocked = rows.filter(({ kind, isAll }) => (kind === "folder") === isAll);
  return { success: true, existing: given(existing), blocked: given(blocked) };
}
