/** Answers for lists of the API that the server pages, searches and sorts. */
import { HttpResponse, http } from "msw";
import { answer } from "./api";

interface List<Row> {
  path: string;
  /** Name of the rows in an answer, e.g. "users". */
  name: string;
  rows: Row[];
  searched: (row: Row) => string[];
  /** Further conditions of a query. */
  matches?: (row: Row, query: URLSearchParams) => boolean;
  /** Values to sort by, by the first part of the `sort` parameter. Without one, the rows keep their order. */
  sorted?: Record<string, (row: Row) => string | number>;
  /** Further fields of an answer. */
  fields?: (rows: Row[]) => object;
}

const PAGE = 50;

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { sensitivity: "base" });
}

function sortBy<Row>(rows: Row[], sort: string, sorted: List<Row>["sorted"] = {}): Row[] {
  const [name = "", direction] = sort.split("-");
  const fieldOf = sorted[name];
  if (!fieldOf) return rows;
  const isDescending = direction === "desc" || direction === "newest";
  return rows.toSorted((a, b) => (isDescending ? -1 : 1) * compare(fieldOf(a), fieldOf(b)));
}

/** Answers a list from now on. A test can replace `rows`. @returns the list, and the queries that it was asked for */
export function answerList<Row>(list: List<Row>): { list: List<Row>; queries: URLSearchParams[] } {
  const queries: URLSearchParams[] = [];
  const respond = ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    queries.push(query);
    const search = (query.get("search") ?? "").toLowerCase();
    const isFound = (row: Row) => list.searched(row).some((text) => text.toLowerCase().includes(search));
    const found = list.rows.filter((row) => isFound(row) && list.matches?.(row, query) !== false);
    const matching = sortBy(found, query.get("sort") ?? "all", list.sorted);
    const start = Number(query.get("cursor") ?? 0);
    const end = start + Math.min(Number(query.get("limit") ?? PAGE), PAGE);
    const nextCursor = end < matching.length ? String(end) : null;
    return HttpResponse.json({
      [list.name]: matching.slice(start, end),
      total: matching.length,
      nextCursor,
      ...list.fields?.(list.rows),
    });
  };
  answer(http.get(list.path, respond));
  return { list, queries };
}
