import { pool } from "../../db";
import { FILE_TYPES, type FileListQuery } from "./schema";

/** Trees whose files are listed: those that projects show, and the shared assets. Former maps and the trash are not. */
export const CURRENT_TREES = `ARRAY(SELECT "currentTreeId" FROM "Project" WHERE "currentTreeId" IS NOT NULL
                                    UNION ALL SELECT id FROM "Tree" WHERE kind = 'assets')`;

/** Trees by their ids. */
export interface ListedTrees {
  /** Those whose files are listed. */
  all: readonly number[];
  /** Those of them whose project has the search text in its name: all their files match. */
  named: readonly number[];
}

/**
 * Finds the trees that a question is about. It is then put with their ids rather than with a subquery: PostgreSQL looks values up in a
 * hash, and a subquery's one by one, a million times; and it knows how many rows to expect.
 */
export async function findListedTrees({ search }: Pick<FileListQuery, "search">): Promise<ListedTrees> {
  const { rows } = await pool().query<{ id: number; isNamed: boolean }>({
    name: "file-management:trees",
    text: `SELECT tree.id, coalesce($1 <> '' AND position(lower($1) IN lower(p.name)) > 0, false) AS "isNamed"
             FROM unnest(${CURRENT_TREES}) tree (id) LEFT JOIN "Project" p ON p."currentTreeId" = tree.id`,
    values: [search.normalize("NFC")],
  });
  return { all: rows.map(({ id }) => id), named: rows.filter(({ isNamed }) => isNamed).map(({ id }) => id) };
}

/** A question in SQL. What it is made of is written in code, never taken from a request; values go by number. */
export class Matching {
  readonly values: unknown[] = [];
  /** The ids of the trees whose files are listed. */
  readonly listedTrees: string;
  /** Of an entry `e`: a file that is listed, and of the type that is asked for. */
  readonly isListed: string;
  /** Of an entry `e`: its name has the search text in it. */
  readonly isNamed: string;
  /** Of a blob's owner and a project `p`: every file that they have in common matches, whatever it is called. */
  readonly isWhole: string;
  readonly isSearch: boolean;
  /** True when nothing is asked for, so that every file matches. */
  readonly isEverything: boolean;

  constructor(
    { search, type }: Pick<FileListQuery, "search" | "type">,
    readonly trees: ListedTrees,
  ) {
    this.listedTrees = `${this.bind(trees.all)}::bigint[]`;
    const text = search.normalize("NFC");
    this.isSearch = text !== "";
    this.isEverything = !this.isSearch && type === "all";
    const ofType = type === "all" ? "" : ` AND e."fileType" = ${FILE_TYPES.indexOf(type)}`;
    this.isListed = `e.kind = 'file' AND e."treeId" = ANY (${this.listedTrees})${ofType}`;
    const ofTypeAlone = `e.kind = 'file'${ofType}`;
    this.isOfType = ofTypeAlone;
    if (!this.isSearch) {
      this.isNamed = "true";
      this.isWhole = "true";
      return;
    }
    const part = this.bind(text);
    this.isNamed = `e."searchName" LIKE lower(${this.bind(`%${text.replace(/[%_\\]/g, "\\$&")}%`)})`;
    this.isWhole = `(coalesce(position(lower(${part}) IN lower(owner.name)) > 0, false) OR coalesce(position(lower(${part}) IN lower(p.name)) > 0, false))`;
  }

  /** Of an entry `e` of a tree that is known to be listed. */
  readonly isOfType: string;

  /** @returns the parameter's number in SQL */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * `bucket`: how many files of each blob in each listed tree match, by one scan of the index of files, and `matching`: these with what
 * a blob says of all its files: when they came, and from whom. Who uploaded a file, and its project, are the bucket's, so a search for
 * them asks a few thousand buckets and not a million files.
 */
export function bucketsOf(matching: Matching): string {
  const named = matching.isSearch ? `count(*) FILTER (WHERE ${matching.isNamed})` : "count(*)";
  return `bucket AS MATERIALIZED (
    SELECT e."treeId", e."blobKey", count(*) AS whole, ${named} AS named FROM "Entry" e WHERE ${matching.isListed} GROUP BY e."treeId", e."blobKey"
  ), matching AS MATERIALIZED (
    SELECT *, CASE WHEN "isWhole" THEN whole ELSE named END AS count FROM (
      SELECT bucket.*, blob."uploadedAt", coalesce(owner.name, 'Unknown') AS uploader, ${matching.isWhole} AS "isWhole"
        FROM bucket LEFT JOIN "Blob" blob ON blob.key = bucket."blobKey" LEFT JOIN "Account" owner ON owner.id = blob."ownerId"
        LEFT JOIN "Project" p ON p."currentTreeId" = bucket."treeId") judged
  )`;
}
