import { INDEX_FILES } from "../archives/wrapping-folder";
import type { Slice } from "../blobs/slice";
import type { BlobKey } from "../blobs/store";
import { db, queryLimited } from "../db/client";
import { type Database, queryRows } from "../db/query";
import type { Transaction } from "../db/transaction";
import { visibleProjects } from "../db/visible";
import type { EntryPath } from "./schema";

/** Statements about projects, which are above this domain, so that paths in a project take one round trip. */

/** Joins the project of a question, if any, as `project`. */
const JOIN_PROJECT = `LEFT JOIN ${visibleProjects} project ON project.id = question."projectId"`;

/** Builds the id of the tree that a project shows; null when it shows none. */
export const currentTreeOf = (projectId: string) => `(SELECT "currentTreeId" FROM ${visibleProjects} project WHERE id = ${projectId})`;

interface EntryCommon {
  id: number;
  treeId: number;
  parentId: number | null;
  name: string;
  modifiedAt: Date;
}

export interface FolderEntry extends EntryCommon {
  kind: "folder";
}

export interface FileEntry extends EntryCommon {
  kind: "file";
  /** Bytes of the file itself. */
  size: number;
  slice: Slice | null;
}

export type Entry = FolderEntry | FileEntry;

/** Start of a walk: a tree, the current tree of a project, or the shared assets. */
export type TreeRoot = { treeId: number } | { projectId: string } | "assets";

export interface EntryQuestion {
  root: TreeRoot;
  path: EntryPath;
}

interface EntryRow extends EntryCommon, Omit<Slice, "blobKey"> {
  question: number;
  kind: "folder" | "file";
  blobKey: BlobKey | null;
}

/** A database that does not answer within this time counts as unavailable. */
const QUERY_LIMIT_MS = 10_000;

/** Walks each path down its tree, one index probe per name: LATERAL with LIMIT forces that plan even with stale statistics. */
const walk = {
  name: "trees:walk",
  query_timeout: QUERY_LIMIT_MS,
  text: `
    WITH RECURSIVE walk AS (
      SELECT question.number, string_to_array(question.path, '/') AS names, 0 AS depth, entry.*
        FROM unnest($1::bigint[], $2::uuid[], $3::text[]) WITH ORDINALITY AS question("treeId", "projectId", path, number)
        ${JOIN_PROJECT}
        JOIN "Entry" entry
          ON entry."parentId" IS NULL
         AND entry."treeId" = CASE
               WHEN question."treeId" IS NOT NULL THEN question."treeId"
               WHEN question."projectId" IS NOT NULL THEN project."currentTreeId"
               ELSE (SELECT min(id) FROM "Tree" WHERE kind = 'assets')
             END
       UNION ALL
      SELECT walk.number, walk.names, walk.depth + 1, child.*
        FROM walk
       CROSS JOIN LATERAL (
         SELECT * FROM "Entry" entry
          WHERE entry."treeId" = walk."treeId" AND entry."parentId" = walk.id AND entry.name = walk.names[walk.depth + 1]
          LIMIT 1
       ) child
    )
    SELECT number AS question, id, "treeId", "parentId", kind, name, size, "modifiedAt",
           "blobKey", "offset", "hasLocalHeader", "storedSize", method, crc32
      FROM walk
     WHERE depth = cardinality(names)`,
};

function toEntry({ question: _, kind, id, treeId, parentId, name, modifiedAt, size, ...bytes }: EntryRow): Entry {
  const common = { id, treeId, parentId, name, modifiedAt };
  if (kind === "folder") return { kind, ...common };
  const { blobKey, ...place } = bytes;
  const slice = blobKey === null ? null : { ...place, blobKey, size };
  return { kind, ...common, size, slice };
}

/** Returns the ids by which SQL knows a root: none for the shared assets. */
function idsOf(root: TreeRoot): { treeId: number | null; projectId: string | null } {
  return { treeId: null, projectId: null, ...(root !== "assets" && root) };
}

/** Finds many entries in one round trip, in the order of the questions; null where there is none. */
export async function findEntries(questions: readonly EntryQuestion[]): Promise<(Entry | null)[]> {
  return answer(questions, await queryLimited<EntryRow>(walk, walkValues(questions)));
}

/** As findEntries, in a transaction. When that has locked the tree, the answers hold to its end. */
export async function findEntriesBy(tx: Transaction, questions: readonly EntryQuestion[]): Promise<(Entry | null)[]> {
  return answer(questions, await queryRows<EntryRow>(tx, { text: walk.text, values: walkValues(questions) }));
}

function walkValues(questions: readonly EntryQuestion[]) {
  const roots = questions.map(({ root }) => idsOf(root));
  const paths = questions.map(({ path }) => path.join("/"));
  return [roots.map(({ treeId }) => treeId), roots.map(({ projectId }) => projectId), paths];
}

function answer(questions: readonly EntryQuestion[], rows: readonly EntryRow[]): (Entry | null)[] {
  const answers: (Entry | null)[] = questions.map(() => null);
  for (const row of rows) answers[row.question - 1] = toEntry(row);
  return answers;
}

/** Returns the entry at a path of a tree, or null. One round trip. */
export async function findEntry(treeId: number, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntries([{ root: { treeId }, path }]);
  return entry;
}

/** A tree as it was at some time. The entries of an id and revision never change. */
export interface TreeState {
  treeId: number;
  revision: number;
}

const treeState = {
  name: "trees:state",
  query_timeout: QUERY_LIMIT_MS,
  text: `SELECT tree.id AS "treeId", tree.revision
           FROM (SELECT $1::bigint AS "treeId", $2::uuid AS "projectId") question ${JOIN_PROJECT}
           JOIN "Tree" tree ON tree.id = coalesce(question."treeId", project."currentTreeId",
                CASE WHEN question."treeId" IS NULL AND question."projectId" IS NULL THEN (SELECT min(id) FROM "Tree" WHERE kind = 'assets') END)`,
};

/** Returns the tree that a root leads to, or null. */
export async function findTreeState(root: TreeRoot): Promise<TreeState | null> {
  const { treeId, projectId } = idsOf(root);
  const [state] = await queryLimited<TreeState>(treeState, [treeId, projectId]);
  return state ?? null;
}

/** Returns whether a project shows or keeps a tree in a revision. @param revision null for any */
export async function isTreeOf(projectId: string, treeId: number, revision: number | null, client: Database = db()): Promise<boolean> {
  const where = { id: treeId, projectId, kind: "project", ...(revision !== null && { revision }) } as const;
  return (await client.tree.count({ where })) > 0;
}

/** Builds the condition that a project shows or keeps a tree. Both are SQL expressions. */
export const isKeptTree = (projectId: string, treeId: string) =>
  `EXISTS (SELECT FROM "Tree" kept WHERE kept.id = ${treeId} AND kept."projectId" = ${projectId} AND kept.kind = 'project')`;

/** Returns the ids of the former trees of a project, the last retired first. */
export async function listRetiredTrees(client: Database, projectId: string): Promise<number[]> {
  const where = { projectId, retiredAt: { not: null } };
  const rows = await client.tree.findMany({ where, select: { id: true }, orderBy: [{ retiredAt: "desc" }, { id: "desc" }] });
  return rows.map(({ id }) => Number(id));
}

/** Returns the totals in the row of a tree. @param treeId null for no tree */
export async function readTotals(client: Database, treeId: number | null): Promise<{ files: number; bytes: number }> {
  const tree =
    treeId === null ? null : await client.tree.findUnique({ where: { id: treeId }, select: { fileCount: true, byteCount: true } });
  return { files: tree?.fileCount ?? 0, bytes: Number(tree?.byteCount ?? 0) };
}

/** Builds the join of the tree of an id, an SQL expression, as `alias`. Its columns are null where there is none. */
export const joinTree = (alias: string, id: string) => `LEFT JOIN "Tree" ${alias} ON ${alias}.id = ${id}`;

export const joinVersions = (alias: string, projectId: string) =>
  `LEFT JOIN "Tree" ${alias} ON ${alias}."projectId" = ${projectId} AND ${alias}.kind = 'project'`;

/** Selects the blob of a version's thumbnail as `key`. */
export const imageOfTree = (treeId: string, projectId: string) =>
  `SELECT "imageBlobKey" AS key FROM "Tree" WHERE id = ${treeId} AND "projectId" = ${projectId} AND kind = 'project'`;

export const countFormerTrees = (projectId: string) =>
  `(SELECT count(*)::int FROM "Tree" former WHERE former."projectId" = ${projectId} AND former."retiredAt" IS NOT NULL)`;

/** Selects the ids of the trees of the shared assets: at most one. */
export const ASSETS_TREES = `SELECT id FROM "Tree" WHERE kind = 'assets'`;

export const sumOfFiles = (treeIds: string) =>
  `SELECT coalesce(sum("fileCount"), 0)::bigint AS total FROM "Tree" WHERE id = ANY (${treeIds})`;

/** Builds the FROM clause of the files `e` of a tree, or of `ANY (…)`. Conditions may follow. */
export const filesOf = (treeId: string) => `"Entry" e WHERE e.kind = 'file' AND e."treeId" = ${treeId}`;

/** Builds the condition that a tree has a file of one of these names at its top. */
export const hasTopFile = (treeId: string, names: readonly string[]) => `EXISTS (
  SELECT FROM "Entry" top JOIN "Entry" page ON page."treeId" = top."treeId" AND page."parentId" = top.id AND page.kind = 'file'
   WHERE top."treeId" = ${treeId} AND top."parentId" IS NULL AND page.name IN ('${names.join("', '")}'))`;

/** Builds the condition that a tree has an index at its top, or a start page. */
export const hasOpeningFile = (treeId: string) =>
  `(${hasTopFile(treeId, INDEX_FILES)} OR EXISTS (SELECT FROM "Tree" WHERE id = ${treeId} AND "startPage" IS NOT NULL))`;

/** Builds a query for the file of an id. LIMIT makes it one probe of the primary key. */
export const fileOfId = (id: string) => `SELECT * FROM "Entry" entry WHERE entry.id = ${id} AND entry.kind = 'file' LIMIT 1`;

/** Builds a query for the `path` of an entry, one probe of the primary key per level. */
export const pathOf = (entry: string) => `
  WITH RECURSIVE above AS (
    SELECT ${entry}."parentId" AS up, ${entry}.name AS path
     UNION ALL
    SELECT folder."parentId", CASE WHEN folder."parentId" IS NULL THEN above.path ELSE folder.name || '/' || above.path END
      FROM above CROSS JOIN LATERAL (SELECT "parentId", name FROM "Entry" f WHERE f.id = above.up LIMIT 1) folder
  ) SELECT path FROM above WHERE up IS NULL`;

/** Fragments that compare trees (`tree`) and their entries (`entry`) with their contents (`held`). */
export const ALL_ENTRIES = `"Entry" entry`;
export const TREES_MEASURED = `"Tree" tree CROSS JOIN LATERAL (
  SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes FROM "Entry" WHERE "treeId" = tree.id AND kind = 'file') held`;
export const TREE_COUNT = `(SELECT count(*) FROM "Tree")`;
export const FILE_COUNT = `(SELECT count(*) FROM "Entry" WHERE kind = 'file')`;
