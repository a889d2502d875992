"use client";

import { useMemo } from "react";
import { type PageInfo, ROWS_PER_PAGE } from "@/lib/paging/schema";
import { useDebounced } from "./use-debounced";
import { usePagedList } from "./use-paged-list";

/** Rests this long between two letters before it is searched for. */
const TYPING_PAUSE_MS = 200;

/** What a list is asked for. */
export interface ListQuery<Sort extends string> {
  /** As it stands in the search field. */
  search: string;
  sort: Sort;
}

interface SearchedList<Page, Row> {
  /** The call. */
  path: string;
  /** Parameters that it always has. */
  fields?: Readonly<Record<string, string>>;
  query: ListQuery<string>;
  /** First page of the list as it stands, which came with the screen. */
  initial: Page;
  /** Always the same function. */
  rowsOf: (page: Page) => Row[];
}

/** A list of the API that one searches and sorts, page by page; `search` is what the rows were asked for. */
export function useSearchedList<Page extends PageInfo, Row>({ path, fields, query, initial, rowsOf }: SearchedList<Page, Row>) {
  const search = useDebounced(query.search.trim(), TYPING_PAUSE_MS);
  const parameters = new URLSearchParams({ limit: String(ROWS_PER_PAGE), sort: query.sort, ...fields });
  if (search) parameters.set("search", search);
  const isAsSent = search === "" && query.sort === "all";
  const { pages, ...list } = usePagedList<Page>(`${path}?${parameters}`, isAsSent ? initial : undefined);
  const rows = useMemo(() => pages?.flatMap(rowsOf), [pages, rowsOf]);
  return { rows, search, ...list };
}
