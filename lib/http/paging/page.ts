import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { formatCursor, type KeyType, parseCursor } from "./cursor";
import type { PageInfo, PageQuery } from "./schema";
import { ROWS_PER_PAGE } from "./values";

/** Order by an expression over the rows of `matching`, then by id. */
export interface ListOrder {
  key: string;
  type: KeyType;
  direction: "ASC" | "DESC";
}

/** A list in SQL. Everything but the values is written in code, never taken from a request. */
export interface ListSource {
  /** UUID of a row of `matching`. */
  id: string;
  /** `FROM … WHERE …` of the matching rows, with $1 to $n for the values. */
  matching: string;
  values: readonly unknown[];
  /** Columns read only for the rows of the page; `page.id` is their id. */
  columns: string;
  joins: string;
  /** SQL expression for the number of all rows, without the search. */
  allRows?: string;
}

interface FoundPage<Row> extends PageInfo {
  rows: Row[];
  allRows?: number;
}

type PageRow<Row> = Row & { pageTotal: number; pageAllRows: number | null; pageKey: string | number | Date; pageId: string | null };

/** Reads a page by keyset in one round trip, with the number of matches. @throws AppError 400 for a cursor of another list or order */
export async function readPage<Row>(source: ListSource, order: ListOrder, { limit, cursor }: PageQuery): Promise<FoundPage<Row>> {
  const { id, matching, values, columns, joins, allRows = "NULL::int" } = source;
  const { key, type, direction } = order;
  const size = limit ?? (cursor === undefined ? null : ROWS_PER_PAGE);
  const at = values.length;
  const cursorOrder = { name: `${key} ${direction}`, type };
  const rows = await queryRows<PageRow<Row>>(db(), {
    text: `WITH matching AS (SELECT ${id} AS id, ${key} AS key ${matching}), page AS (
             SELECT m.id, m.key FROM matching m
              WHERE $${at + 1}::${type} IS NULL OR (m.key, m.id) ${direction === "ASC" ? ">" : "<"} ($${at + 1}, $${at + 2}::uuid)
              ORDER BY m.key ${direction}, m.id ${direction} LIMIT $${at + 3}
           )
           SELECT every.total AS "pageTotal", ${allRows} AS "pageAllRows", page.key AS "pageKey", page.id AS "pageId", ${columns}
             FROM (SELECT count(*)::int AS total FROM matching) every LEFT JOIN page ON true ${joins}
            ORDER BY page.key ${direction}, page.id ${direction}`,
    values: [...values, ...parseCursor(cursor, cursorOrder), size && size + 1],
  });
  const found = rows.filter((row) => row.pageId !== null);
  const page = size ? found.slice(0, size) : found;
  const last = page.at(-1);
  const hasMore = last && found.length > page.length;
  const every = rows[0]?.pageAllRows ?? null;
  return {
    // Row has no columns of the page.
    rows: page.map(({ pageTotal, pageAllRows, pageKey, pageId, ...row }) => row as unknown as Row),
    total: rows[0]?.pageTotal ?? 0,
    nextCursor: hasMore && last.pageId ? formatCursor(last.pageKey, last.pageId, cursorOrder) : null,
    ...(every === null ? {} : { allRows: every }),
  };
}
