"use client";

import { useMemo } from "react";
import { type PageInfo, ROWS_PER_PAGE } from "@/lib/http/paging/schema";
import { type ListQuery, listAddress } from "./list-query";
import { usePagedList } from "./use-paged-list";

/** The first page of a list as the server found it, and what it was asked for. */
export interface InitialPage<Page, Sort extends string> {
  query: ListQuery<Sort>;
  page: Page;
}

interface SearchedList<Page, Row> {
  /** The call. */
  path: string;
  /** Parameters that it always has. */
  fields?: Readonly<Record<string, string>>;
  /** Each other one is asked for at once: whoever types, waits before. */
  query: ListQuery<string>;
  /** What came with the screen, if anything. */
  initial: InitialPage<Page, string> | null;
  /** Always the same function. */
  rowsOf: (page: Page) => Row[];
}

/** A list of the API that one searches and sorts, page by page. */
export function useSearchedList<Page extends PageInfo, Row>({ path, fields, query, initial, rowsOf }: SearchedList<Page, Row>) {
  const addressOf = (asked: ListQuery<string>) => listAddress(path, { limit: String(ROWS_PER_PAGE), ...fields }, asked);
  const address = addressOf(query);
  const { pages, ...list } = usePagedList<Page>(address, initial && addressOf(initial.query) === address ? initial.page : undefined);
  const rows = useMemo(() => pages?.flatMap(rowsOf), [pages, rowsOf]);
  return { rows, ...list };
}
