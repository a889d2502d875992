import type { Slice } from "../blobs/slice";
import type { BlobKey } from "../blobs/store";
import { pool, type Queryable } from "../db";
import type { EntryPath } from "./schema";

interface EntryCommon {
  id: number;
  treeId: number;
  /** Null for the root alone. */
  parentId: number | null;
  /** In Unicode NFC; the root's is empty. */
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
  /** Where they are; null for an empty file that has no blob. */
  slice: Slice | null;
}

export type Entry = FolderEntry | FileEntry;

/** Where a walk begins: a tree, whatever tree a project shows at this moment, or the shared assets. */
export type TreeRoot = { treeId: number } | { projectId: string } | "assets";

/** One thing to look for. */
export interface EntryQuestion {
  root: TreeRoot;
  path: EntryPath;
}

interface EntryRow extends EntryCommon {
  question: number;
  kind: "folder" | "file";
  size: number;
  blobKey: BlobKey | null;
  offset: number;
  hasLocalHeader: boolean;
  storedSize: number;
  method: "stored" | "deflated";
  crc32: number | null;
}

/** A database that has stopped answering counts as one that is away. */
const QUERY_LIMIT_MS = 10_000;

/**
 * Walks every question down its tree, a name a step, each step one probe of the unique index on (tree, parent, name):
 * LATERAL with LIMIT leaves the planner no other way, whatever it believes about a table that has just grown a thousandfold.
 * A name holds no slash, so a path travels as one text.
 */
const walk = {
  name: "trees:walk",
  query_timeout: QUERY_LIMIT_MS,
  text: `
    WITH RECURSIVE walk AS (
      SELECT question.number, string_to_array(question.path, '/') AS names, 0 AS depth, entry.*
        FROM unnest($1::bigint[], $2::uuid[], $3::text[]) WITH ORDINALITY AS question("treeId", "projectId", path, number)
        LEFT JOIN "Project" project ON project.id = question."projectId"
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

/**
 * Finds many entries in one round trip.
 * @returns one answer for each question, in their order; null where a name on the way, the project or its tree is missing
 */
export function findEntries(questions: readonly EntryQuestion[]): Promise<(Entry | null)[]> {
  return findEntriesBy(pool(), questions);
}

/** As findEntries, by a connection of one's own: in a transaction that has locked the tree, the answers hold to its end. */
export async function findEntriesBy(client: Queryable, questions: readonly EntryQuestion[]): Promise<(Entry | null)[]> {
  const trees = questions.map(({ root }) => (typeof root === "object" && "treeId" in root ? root.treeId : null));
  const projects = questions.map(({ root }) => (typeof root === "object" && "projectId" in root ? root.projectId : null));
  const paths = questions.map(({ path }) => path.join("/"));
  const { rows } = await client.query<EntryRow>({ ...walk, values: [trees, projects, paths] });
  const answers: (Entry | null)[] = questions.map(() => null);
  for (const row of rows) answers[row.question - 1] = toEntry(row);
  return answers;
}

/** @returns the entry at a path of a tree, or null. One round trip. */
export async function findEntry(treeId: number, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntries([{ root: { treeId }, path }]);
  return entry;
}

/**
 * @param revision null: whatever its revision
 * @returns true for a tree that the project shows, or has shown and that is kept, in that revision
 */
export async function isTreeOf(projectId: string, treeId: number, revision: number | null = null): Promise<boolean> {
  const { rowCount } = await pool().query({
    text: `SELECT FROM "Tree" WHERE id = $1 AND "projectId" = $2 AND kind = 'project' AND ($3::int IS NULL OR revision = $3)`,
    values: [treeId, projectId, revision],
  });
  return (rowCount ?? 0) > 0;
}
