import { z } from "zod";
import { db } from "../../db/client";
import { nameKey, queryRows, UNICODE_ORDER } from "../../db/query";
import { AppError } from "../../errors";
import { type CursorOrder, formatCursor, parseCursor } from "../../http/paging/cursor";
import { blobsWhere } from "../../storage/data";
import { sumOfFiles } from "../../trees/data";
import { bucketsOf, findListedTrees, type ListedTrees, type Matching, matchingOf } from "./matching";
import type { FileListQuery } from "./schema";
import type { FileSort } from "./values";

/** Position of a file in an order: by its key, then by its blob, tree and id. */
interface Place {
  id: number;
  key: string | number;
  blobKey: string;
  treeId: number;
}

interface FoundFiles {
  places: Place[];
  total: number;
  nextCursor: string | null;
}

type Direction = "ASC" | "DESC";
type By = keyof typeof keys;

const safeText = z.string().regex(/^[^\0]*$/);
/** What files can be ordered by: the type in SQL, the value in a cursor, and the column of a file if it has one. */
const keys = {
  date: { type: "timestamptz", schema: z.iso.datetime({ precision: 3 }).regex(/^(?!0000)/), column: `e."modifiedAt"` },
  size: { type: "bigint", schema: z.int().min(0), column: "e.size" },
  name: { type: "text", schema: safeText, column: `e."searchName" ${UNICODE_ORDER}` },
  uploader: { type: "text", schema: safeText, column: null },
  project: { type: "text", schema: safeText, column: null },
};

function orderOf(sort: FileSort): [By, Direction] {
  const [by, end] = (sort === "all" ? "date-newest" : sort).split("-") as [By, string];
  return [by, end === "asc" || end === "oldest" ? "ASC" : "DESC"];
}

const cursorOrderOf = (by: string, direction: Direction): CursorOrder => ({
  name: `files ${by} ${direction}`,
  type: "text",
  idType: "bigint",
});

function parsePlace(cursor: string | undefined, by: By, direction: Direction): Place | null {
  const [text, id] = parseCursor(cursor, cursorOrderOf(by, direction));
  if (text === null) return null;
  const parts = z.tuple([keys[by].schema, safeText.max(64), z.int().min(1)]);
  try {
    const [key, blobKey, treeId] = parts.parse(JSON.parse(String(text)));
    return { id: Number(id), key, blobKey, treeId };
  } catch {
    const message = "The cursor is not one of this list.";
    throw new AppError("bad_request", message, { fields: { cursor: message } });
  }
}

function formatPlace({ id, key, blobKey, treeId }: Place, by: string, direction: Direction): string {
  return formatCursor(JSON.stringify([key, blobKey, treeId]), String(id), cursorOrderOf(by, direction));
}

interface PageAsked {
  trees: ListedTrees;
  by: By;
  direction: Direction;
  after: Place | null;
  rows: number;
}

const toKey = (key: string | number | Date) => (key instanceof Date ? key.toISOString() : key);

async function readPlaces(text: string, values: unknown[]): Promise<{ places: Place[]; total: number }> {
  type Row = Omit<Place, "key" | "id"> & { id: number | null; key: string | number | Date; total: number };
  const rows = await queryRows<Row>(db(), { text, values });
  const places = rows.flatMap(({ id, key, blobKey, treeId }) => (id === null ? [] : [{ id, key: toKey(key), blobKey, treeId }]));
  return { places, total: rows[0]?.total ?? 0 };
}

/** By date, uploader or project, which buckets have: finds the first buckets that fill a page, and reads only their files. */
function readByBucket(query: FileListQuery, { trees, by, direction, after, rows }: PageAsked): Promise<{ places: Place[]; total: number }> {
  const matching = matchingOf(query, trees);
  const buckets = bucketsOf(matching);
  const key = by === "date" ? `"uploadedAt"` : nameKey(by);
  const order = `key ${direction}, blob ${direction}, "treeId" ${direction}`;
  const [beyond, within] = direction === "ASC" ? [">", ">="] : ["<", "<="];
  let from = "true";
  let isFirst = "false";
  let rest = "true";
  if (after) {
    const at = `${matching.bind(after.key)}::${keys[by].type}, ${matching.bind(after.blobKey)}::text, ${matching.bind(after.treeId)}::bigint`;
    from = `(${key}, coalesce("blobKey", ''), "treeId") ${within} (${at})`;
    isFirst = `(${key}, coalesce("blobKey", ''), "treeId") = (${at})`;
    rest = `(NOT chosen."isFirst" OR e.id ${beyond} ${matching.bind(after.id)}::bigint)`;
  }
  const limit = matching.bind(rows);
  // Empty files have dates of their own.
  const listed = by === "date" ? `"blobKey" IS NOT NULL AND "uploadedAt" IS NOT NULL` : "true";
  const filesOf = (isSame: string) => `
    SELECT e.id FROM ${matching.ofTree('chosen."treeId"')} AND ${isSame}
       AND (chosen."isWhole" OR ${matching.isNamed}) AND ${rest} ORDER BY e.id ${direction} LIMIT ${limit}`;
  return readPlaces(
    `WITH ${buckets}, ordered AS (
       SELECT *, sum(CASE WHEN "isFirst" THEN 0 ELSE count END) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
                 - CASE WHEN "isFirst" THEN 0 ELSE count END AS before
         FROM (SELECT *, ${key} AS key, coalesce("blobKey", '') AS blob, ${isFirst} AS "isFirst"
                 FROM matching WHERE count > 0 AND ${listed} AND ${from}) later
     ), chosen AS (SELECT * FROM ordered WHERE before < ${limit}::int ORDER BY ${order} LIMIT ${limit}::int + 1),
     page AS (
       SELECT file.id, chosen.key, chosen.blob, chosen."treeId" FROM chosen CROSS JOIN LATERAL (
         (${filesOf(`e."blobKey" = chosen."blobKey"`)}) UNION ALL (${filesOf(`e."blobKey" IS NULL AND chosen."blobKey" IS NULL`)})) file
        ORDER BY ${order}, file.id ${direction} LIMIT ${limit}::int
     )
     SELECT every.total, page.id, page.key, page.blob AS "blobKey", page."treeId"
       FROM (SELECT coalesce(sum(count), 0)::bigint AS total FROM matching) every LEFT JOIN page ON true
      ORDER BY ${order}, page.id ${direction}`,
    matching.values,
  );
}

/** Builds the FROM clause of the files that match, for lists whose buckets are unknown. */
function matchingFiles(matching: Matching): string {
  if (!matching.isSearch) return matching.listed;
  return `${matching.listed} AND (${matching.isNamed}
    OR e."treeId" = ANY (${matching.bind(matching.trees.named)}::bigint[])
    OR e."blobKey" IN (${blobsWhere(matching.isByNamed)}))`;
}

/** By size or name, or empty files by their own dates, of which there are few: scans the files that match, and keeps a page. */
function readByScan(query: FileListQuery, { trees, by, direction, after, rows }: PageAsked): Promise<{ places: Place[]; total: number }> {
  const matching = matchingOf(query, trees);
  const isEmpty = by === "date";
  const key = keys[by].column ?? "e.id";
  const columns = isEmpty ? [key, `''::text`, `e."treeId"`, "e.id"] : [key, "e.id"];
  const beyond = direction === "ASC" ? ">" : "<";
  const conditions = isEmpty ? [matchingFiles(matching), `e."blobKey" IS NULL`] : [matchingFiles(matching)];
  if (after) {
    const at = `${matching.bind(after.key)}::${keys[by].type}`;
    const between = isEmpty ? `, ${matching.bind(after.blobKey)}::text, ${matching.bind(after.treeId)}::bigint` : "";
    conditions.push(`${key} ${beyond}= ${at}`, `(${columns.join()}) ${beyond} (${at}${between}, ${matching.bind(after.id)}::bigint)`);
  }
  return readPlaces(
    `SELECT e.id, ${key} AS key, coalesce(e."blobKey", '') AS "blobKey", e."treeId", 0 AS total
       FROM ${conditions.join(" AND ")} ORDER BY ${columns.map((column) => `${column} ${direction}`).join()} LIMIT ${matching.bind(rows)}::int`,
    matching.values,
  );
}

async function countFiles(query: FileListQuery, trees: ListedTrees): Promise<number> {
  const matching = matchingOf(query, trees);
  const text =
    !matching.isSearch && query.type === "all"
      ? sumOfFiles(matching.listedTrees)
      : `WITH ${bucketsOf(matching)} SELECT coalesce(sum(count), 0)::bigint AS total FROM matching`;
  const rows = await queryRows<{ total: number }>(db(), { text, values: matching.values });
  return rows[0]?.total ?? 0;
}

/** As the orders of SQL compare them: by code point. */
const compare = <Value extends string | number>(a: Value, b: Value) => Number(a > b) - Number(a < b);
const comparePlaces = (a: Place, b: Place) =>
  compare(a.key, b.key) || compare(a.blobKey, b.blobKey) || compare(a.treeId, b.treeId) || compare(a.id, b.id);

/** Finds a page of matching files by keyset, and their total number. @throws AppError 400 for a cursor of another list or order */
export async function findFiles(query: FileListQuery, size: number): Promise<FoundFiles> {
  const [by, direction] = orderOf(query.sort);
  const isByColumn = by === "size" || by === "name";
  const trees = await findListedTrees(query);
  const asked: PageAsked = { trees, by, direction, after: parsePlace(query.cursor, by, direction), rows: size + 1 };
  // Concurrently: each is one scan, and servers have at least two processors.
  const [main, empty, counted] = await Promise.all([
    isByColumn ? readByScan(query, asked) : readByBucket(query, asked),
    by === "date" ? readByScan(query, asked) : null,
    isByColumn ? countFiles(query, trees) : null,
  ]);
  const found = [...main.places, ...(empty?.places ?? [])];
  if (empty) found.sort((a, b) => (direction === "ASC" ? comparePlaces(a, b) : comparePlaces(b, a)));
  const places = found.slice(0, size);
  const last = places.at(-1);
  return {
    places,
    total: counted ?? main.total,
    nextCursor: last && found.length > size ? formatPlace(last, by, direction) : null,
  };
}
