"use client";

import { useEffect } from "react";
import { useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import type { z } from "zod";
import type { PageInfo } from "@/lib/http/paging/schema";
import { parseAnswer, requestJson } from "../request-json";

/** A page and its address: while the next search loads, SWR returns the pages of the one before. */
type Asked<Page> = Page & { asked: string };

/** Loads a list by pages. @param path without a cursor @param initial first page at this path */
export function usePagedList<Page extends Pick<PageInfo, "nextCursor"> & Partial<PageInfo>>(
  path: string,
  schema: z.ZodType<Page>,
  initial?: Page,
) {
  const { mutate: mutatePages } = useSWRConfig();
  const addressOf = (cursor: string | null) => (cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Asked<Page>, unknown>(
    (_index, before: Asked<Page> | null) => (before && !before.nextCursor ? null : addressOf(before?.nextCursor ?? null)),
    async (address: string) => ({ ...parseAnswer(schema, await requestJson(address)), asked: address }),
    { fallbackData: initial ? [{ ...initial, asked: path }] : undefined, keepPreviousData: true, shouldRetryOnError: false },
  );
  const isOfBefore = data !== undefined && data[0]?.asked !== path;
  // SWR starts the load of an address in the next frame. When the address changed by then, SWR stores the new list under the old address.
  useEffect(() => {
    if (!isOfBefore || isValidating || error) return;
    // In the same task, SWR may be about to start the load that it has not reported yet.
    const timer = window.setTimeout(() => void mutate());
    return () => window.clearTimeout(timer);
  }, [isOfBefore, isValidating, error, mutate]);
  const here = data?.length ?? 0;
  return {
    /** Undefined while the first page loads, or when it failed. */
    pages: isOfBefore && error ? undefined : data,
    firstPage: data?.[0],
    /** 0 for lists without a count. */
    total: data?.[0]?.total ?? 0,
    error,
    /** Why the next page failed. There is no automatic retry. */
    moreError: error && !isValidating && here > 0 && here < size ? error : undefined,
    isStale: isOfBefore,
    hasMore: Boolean(data?.at(-1)?.nextCursor),
    isLoadingMore: isValidating && here < size,
    loadMore: () => void setSize(here + 1),
    refresh: async () => {
      const [list] = path.split("?");
      // Otherwise a deleted row would still be shown in a cached page of another order.
      await mutatePages((key) => typeof key === "string" && key.startsWith(`${list}?`), undefined, { revalidate: false });
      await mutate();
    },
  };
}
