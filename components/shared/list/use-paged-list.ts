"use client";

import { useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import { z } from "zod";
import type { PageInfo } from "@/lib/http/paging/schema";
import { RequestError, requestJson } from "../request-json";

/** A page, and what it was asked with: while the next search is on its way, SWR hands out the one before. */
type Asked<Page> = Page & { asked: string };

/** What every page of a list has. */
const pageSchema = z.object({ nextCursor: z.string().nullable() });

async function fetchPage<Page>(address: string): Promise<Asked<Page>> {
  const answer = await requestJson(address);
  // Cut off on its way, or of somebody in between.
  if (!pageSchema.safeParse(answer).success) throw new RequestError("", 0);
  // The answer of our own API; its type is the one that the route is written with.
  return { ...(answer as Page), asked: address };
}

/**
 * A list of the API, page by page, kept fresh while it is looked at.
 * @param path the call, with search, order and limit, but without a cursor
 * @param initial first page of the list at this very path, when it came with the screen
 */
export function usePagedList<Page extends Pick<PageInfo, "nextCursor"> & Partial<PageInfo>>(path: string, initial?: Page) {
  const { mutate: mutatePages } = useSWRConfig();
  const addressOf = (cursor: string | null) => (cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Asked<Page>, unknown>(
    (_index, before: Asked<Page> | null) => (before && !before.nextCursor ? null : addressOf(before?.nextCursor ?? null)),
    fetchPage<Page>,
    { fallbackData: initial ? [{ ...initial, asked: path }] : undefined, keepPreviousData: true, shouldRetryOnError: false },
  );
  const isOfBefore = data !== undefined && data[0]?.asked !== path;
  const here = data?.length ?? 0;
  return {
    /** Undefined until the first page is here, or when it did not come. */
    pages: isOfBefore && error ? undefined : data,
    /** As it last came, of whatever search. */
    firstPage: data?.[0],
    /** 0 also of a list that nobody counts. */
    total: data?.[0]?.total ?? 0,
    error,
    /** What kept the next page from coming, while those before it are here. Nobody asks again by themselves. */
    moreError: error && !isValidating && here > 0 && here < size ? error : undefined,
    /** The rows are still those of the search or order before. */
    isStale: isOfBefore,
    hasMore: Boolean(data?.at(-1)?.nextCursor),
    isLoadingMore: isValidating && here < size,
    /** Asks for the page after those that are here, also when it was asked for before and did not come. */
    loadMore: () => void setSize(here + 1),
    /** Asks again for every page that is here, and forgets those of other searches and orders. Resolves when they are here, or did not come. */
    refresh: async () => {
      const [list] = path.split("?");
      // Else a row that is gone would stand in a later page of another order until that page is looked at for the second time.
      await mutatePages((key) => typeof key === "string" && key.startsWith(`${list}?`), undefined, { revalidate: false });
      await mutate();
    },
  };
}
