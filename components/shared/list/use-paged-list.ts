"use client";

import { useCallback, useEffect, useMemo } from "react";
import { useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import type { z } from "zod";
import type { PageInfo } from "@/lib/http/paging/schema";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";
import { requestAnswer } from "../requests/request-answer";
import { noteLoad, oldestLoad } from "../stale/load-times";
import { type ListQuery, listAddress } from "./list-query";

/** A page with the URL it was loaded from. While the next search loads, SWR returns the pages of the previous one. */
type LoadedPage<Page> = Page & { url: string };

/** Loads a list page by page. @param path without a cursor @param initial first page at this path */
export function usePagedList<Page extends Pick<PageInfo, "nextCursor"> & Partial<PageInfo>>(
  path: string,
  schema: z.ZodType<Page>,
  initial?: Page,
) {
  const { mutate: mutatePages } = useSWRConfig();
  const addressOf = (cursor: string | null) => (cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<LoadedPage<Page>, unknown>(
    (_index, before: LoadedPage<Page> | null) => (before && !before.nextCursor ? null : addressOf(before?.nextCursor ?? null)),
    async (address: string) => ({ ...(await requestAnswer(address, schema)), url: address }),
    {
      fallbackData: initial ? [{ ...initial, url: path }] : undefined,
      keepPreviousData: true,
      shouldRetryOnError: false,
      // A list that is shown again may have changed since its last load, however short ago.
      dedupingInterval: 100,
    },
  );
  // The server rendered the first page just now.
  useEffect(() => {
    if (initial && oldestLoad([path]) === null) noteLoad(path);
  }, [initial, path]);
  const isPrevious = data !== undefined && data[0]?.url !== path;
  // SWR starts a load in the next frame. If the URL has changed by then, SWR stores the new list under the old URL.
  useEffect(() => {
    if (!isPrevious || isValidating || error) return;
    // Wait for the next task: SWR may be about to start a load that it hasn't reported yet.
    const timer = window.setTimeout(() => void mutate());
    return () => window.clearTimeout(timer);
  }, [isPrevious, isValidating, error, mutate]);
  const loaded = data?.length ?? 0;
  // SWR may drop a request for a page that comes while it loads another one.
  const isDropped = !isPrevious && loaded > 0 && loaded < size && Boolean(data?.at(-1)?.nextCursor);
  useEffect(() => {
    if (!isDropped || isValidating || error) return;
    const timer = window.setTimeout(() => void setSize(size));
    return () => window.clearTimeout(timer);
  }, [isDropped, isValidating, error, size, setSize]);
  const [list] = path.split("?");
  const isOfList = useCallback((key: unknown) => typeof key === "string" && key.startsWith(`${list}?`), [list]);
  /** Changes the loaded pages, without a request. */
  const change = useCallback(
    async (update: (page: LoadedPage<Page>) => LoadedPage<Page>) => {
      await mutatePages<LoadedPage<Page>>(isOfList, (page) => page && update(page), { revalidate: false });
      await mutate((pages) => pages?.map(update), { revalidate: false });
    },
    [isOfList, mutatePages, mutate],
  );
  return {
    /** Undefined while the first page loads, or when it failed to load. */
    pages: isPrevious && error ? undefined : data,
    firstPage: data?.[0],
    /** 0 for lists without a count. */
    total: data?.[0]?.total ?? 0,
    error,
    /** When the oldest page was loaded, in milliseconds since 1970. */
    updatedAt: oldestLoad(data?.map(({ url }) => url) ?? []),
    moreError: error && !isValidating && loaded > 0 && loaded < size ? error : undefined,
    isStale: isPrevious,
    hasMore: Boolean(data?.at(-1)?.nextCursor),
    isLoadingMore: isValidating && loaded < size,
    loadMore: () => void setSize(loaded + 1),
    refresh: async () => {
      // Drop pages of other sort orders, which may still show a deleted row.
      await mutatePages(isOfList, undefined, { revalidate: false });
      await mutate();
    },
    change,
  };
}

export interface InitialPage<Page, Sort extends string> {
  query: ListQuery<Sort>;
  /** Additional parameters of the page, if they differ from those of the list. */
  fields?: Readonly<Record<string, string>>;
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
  const addressOf = (target: ListQuery<string>, its = fields) => listAddress(path, { limit: String(ROWS_PER_PAGE), ...its }, target);
  const address = addressOf(query);
  const { pages, ...list } = usePagedList(
    address,
    schema,
    initial && addressOf(initial.query, initial.fields) === address ? initial.page : undefined,
  );
  const rows = useMemo(() => pages?.flatMap(rowsOf), [pages, rowsOf]);
  return { rows, ...list };
}
