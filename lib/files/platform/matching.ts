import { accountsNamed, joinAccount } from "../../accounts/data";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { ASSETS } from "../../maps/values";
import { joinProjectOfTree, SHOWN_TREES } from "../../projects/data";
import { joinBlob } from "../../storage/data";
import { ASSETS_TREES, filesOf } from "../../trees/data";
import type { FileListQuery } from "./schema";
import { FILE_TYPES } from "./values";

/** Trees whose files are listed: those that projects show, and the shared assets. Former maps and the trash are not. */
export const CURRENT_TREES = `ARRAY(${SHOWN_TREES} UNION ALL ${ASSETS_TREES})`;

export interface ListedTrees {
  all: readonly number[];
  named: readonly number[];
}

/** Finds the trees of a query first. With their ids instead of a subquery, PostgreSQL uses a hash and knows how many rows to expect. */
export async function findListedTrees({ search, project }: Pick<FileListQuery, "search" | "project">): Promise<ListedTrees> {
  const rows = await queryRows<{ id: number; isNamed: boolean }>(db(), {
    text: `SELECT tree.id, coalesce($1 <> '' AND position(lower($1) IN lower(p.name)) > 0, false) AS "isNamed"
             FROM unnest(${CURRENT_TREES}) tree (id) ${joinProjectOfTree("p", "tree.id")}
            WHERE $2::text IS NULL OR coalesce(p.id::text, '${ASSETS}') = $2`,
    values: [search.normalize("NFC"), project],
  });
  return { all: rows.map(({ id }) => id), named: rows.filter(({ isNamed }) => isNamed).map(({ id }) => id) };
}

/** Returns the conditions of a search in SQL. Values from the request are parameters only. */
export function matchingOf({ search, type }: Pick<FileListQuery, "search" | "type">, trees: ListedTrees) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const listedTrees = `${bind(trees.all)}::bigint[]`;
  const ofType = type === "all" ? "" : ` AND e."fileType" = ${FILE_TYPES.indexOf(type)}`;
  /** As `listed`, for one tree that is known to be listed. */
  const ofTree = (treeId: string) => `${filesOf(treeId)}${ofType}`;
  const text = search.normalize("NFC");
  const matching = {
    values,
    bind,
    trees,
    listedTrees,
    ofTree,
    /** What follows FROM for the listed files `e` of the type. Further conditions may follow. */
    listed: ofTree(`ANY (${listedTrees})`),
    isSearch: text !== "",
    isNamed: "true",
    /** For a blob's owner and a project `p`: one of their names matches, so all their files do. */
    isWhole: "true",
    /** For a blob: the name of its uploader matches. */
    isByNamed: "true",
  };
  if (text === "") return matching;
  const part = bind(text);
  return {
    ...matching,
    isNamed: `e."searchName" LIKE lower(${bind(`%${text.replace(/[%_\\]/g, "\\$&")}%`)})`,
    isByNamed: `"ownerId" IN (${accountsNamed(part)})`,
    isWhole: `(coalesce(position(lower(${part}) IN lower(owner.name)) > 0, false) OR coalesce(position(lower(${part}) IN lower(p.name)) > 0, false))`,
  };
}

export type Matching = ReturnType<typeof matchingOf>;

/** `bucket` counts matching files per blob and tree; `matching` adds uploader and project. A search checks thousands of buckets, not all files. */
export function bucketsOf(matching: Matching): string {
  const named = matching.isSearch ? `count(*) FILTER (WHERE ${matching.isNamed})` : "count(*)";
  return `bucket AS MATERIALIZED (
    SELECT e."treeId", e."blobKey", count(*) AS whole, ${named} AS named FROM ${matching.listed} GROUP BY e."treeId", e."blobKey"
  ), matching AS MATERIALIZED (
    SELECT *, CASE WHEN "isWhole" THEN whole ELSE named END AS count FROM (
      SELECT bucket.*, blob."uploadedAt", coalesce(owner.name, 'Unknown') AS uploader, coalesce(p.name, 'No project') AS project, ${matching.isWhole} AS "isWhole"
        FROM bucket ${joinBlob("blob", 'bucket."blobKey"')} ${joinAccount("owner", 'blob."ownerId"')}
        ${joinProjectOfTree("p", 'bucket."treeId"')}) judged
  )`;
}
