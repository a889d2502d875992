"use client";

import { useMemo } from "react";
import type { z } from "zod";
import { type PageInfo, ROWS_PER_PAGE } from "@/lib/http/paging/schema";
import { type ListQuery, listAddress } from "./list-query";
import { usePagedList } from "./use-paged-list";

export interface InitialPage<Page, Sort extends string> {
  query: ListQuery<Sort>;
  page: Page;
}

interface SearchedList<Page, Row> {
  path: string;
  schema: z.ZodType<Page>;
  fields?: Readonly<Record<string, string>>;
  query: ListQuery<string>;
  initial: InitialPage<Page, string> | null;
  rowsOf: (page: Page) => Row[];
}

export function useSearchedList<Page extends PageInfo, Row>({ path, schema, fields, query, initial, rowsOf }: SearchedList<Page, Row>) {
  const addressOf = (target: ListQuery<string>) => listAddress(path, { limit: String(ROWS_PER_PAGE), ...fields }, target);
  const address = addressOf(query);
  const { pages, ...list } = usePagedList(address, schema, initial && addressOf(initial.query) === address ? initial.page : undefined);
  const rows = useMemo(() => pages?.flatMap(rowsOf), [pages, rowsOf]);
  return { rows, ...list };
}
