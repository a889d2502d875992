import { db } from "../../db/client";
import { type Database, queryRows } from "../../db/query";
import { currentTreeOf, type TreeRoot } from "../data";
import type { EntryPath } from "../schema";

/** A tree that a walk begins at: the current one of a project, or the shared assets. */
export type FolderRoot = Exclude<TreeRoot, { treeId: number }>;

const projectOf = (root: FolderRoot) => (root === "assets" ? null : root.projectId);

export type FolderOrder =
  | "name-asc"
  | "name-desc"
  | "natural-asc"
  | "natural-desc"
  | "size-asc"
  | "size-desc"
  | "modified-asc"
  | "modified-desc";

const rootTree = `SELECT tree.id, tree.revision FROM "Tree" tree
   WHERE tree.id = CASE WHEN $1::uuid IS NULL THEN (SELECT min(id) FROM "Tree" WHERE kind = 'assets') ELSE ${currentTreeOf("$1")} END`;

/** Walks each of the paths $2 as far as its names exist, one index probe per name as in lib/trees/data.ts. */
const walk = `WITH RECURSIVE tree AS (${rootTree}), walk AS (
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
  )`;

/** By lower-cased name in code point order, so that all servers have the same order. */
const byName = `item."searchName" COLLATE "C", item.name COLLATE "C"`;
/** With 20 digits in each number, so that t2 comes before t10. */
const natural = `regexp_replace(regexp_replace(item."searchName", '([0-9]+)', '${"0".repeat(20)}\\1', 'g'), '[0-9]*([0-9]{20})', '\\1', 'g') COLLATE "C"`;
const orders: Record<FolderOrder, string> = {
  "name-asc": byName,
  "name-desc": `item."searchName" COLLATE "C" DESC, item.name COLLATE "C" DESC`,
  "natural-asc": `${natural}, ${byName}`,
  "natural-desc": `${natural} DESC, item."searchName" COLLATE "C" DESC, item.name COLLATE "C" DESC`,
  "size-asc": `item.size, ${byName}`,
  "size-desc": `item.size DESC, ${byName}`,
  "modified-asc": `item."modifiedAt", ${byName}`,
  "modified-desc": `item."modifiedAt" DESC, ${byName}`,
};

/** Walks to the folder of the names $2 like lib/trees/data.ts, and reads a page of the entries that match $3. */
function folderText(sort: FolderOrder): string {
  const order = `item.kind, ${orders[sort]}`;
  return `
    ${walk}, folder AS (
      SELECT id, kind, "treeId" FROM walk WHERE depth = cardinality(names)
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

export interface FolderRow {
  treeId: number | null;
  revision: number | null;
  folderKind: "folder" | "file" | null;
  total: number;
  id: number | null;
  kind: "folder" | "file";
  name: string;
  size: number;
  modifiedAt: Date;
}

const reachText = `
  ${walk}
  SELECT DISTINCT ON (number) number, kind, depth = cardinality(names) AS "isAll" FROM walk ORDER BY number, depth DESC`;

export interface FolderQuery {
  search: string;
  sort: FolderOrder;
  limit?: number | undefined;
  offset: number;
}

/** Returns the entries of a page, or one row without an entry. */
export function readFolder(root: FolderRoot, path: EntryPath, { search, sort, limit, offset }: FolderQuery): Promise<FolderRow[]> {
  const values = [projectOf(root), [path.join("/")], search, limit ?? null, offset];
  return queryRows<FolderRow>(db(), { text: folderText(sort), values });
}

export interface PathReach {
  number: number;
  kind: "file" | "folder";
  isAll: boolean;
}

/** Returns how far each path leads, or nothing without a tree. */
export function findReach(root: FolderRoot, paths: readonly EntryPath[]): Promise<PathReach[]> {
  return queryRows<PathReach>(db(), { text: reachText, values: [projectOf(root), paths.map((path) => path.join("/"))] });
}

interface Child {
  number: number;
  id: number;
  kind: "folder" | "file";
  size: number;
  blobKey: string | null;
}

/** Finds entries by folder and name. LATERAL with LIMIT forces one index probe per name, see data.ts. */
export async function findChildren(
  client: Database,
  treeId: number,
  wanted: readonly { parentId: number; name: string }[],
): Promise<Child[]> {
  if (wanted.length === 0) return [];
  return await queryRows<Child>(client, {
    text: `SELECT wanted.number::int - 1 AS number, child.id, child.kind, child.size, child."blobKey"
             FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS wanted (parent, name, number)
            CROSS JOIN LATERAL (
              SELECT id, kind, size, "blobKey" FROM "Entry" entry
               WHERE entry."treeId" = $1 AND entry."parentId" = wanted.parent AND entry.name = wanted.name LIMIT 1
            ) child`,
    values: [treeId, wanted.map(({ parentId }) => parentId), wanted.map(({ name }) => name)],
  });
}
