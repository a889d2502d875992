"use client";

import { useMemo } from "react";
import useSWRInfinite from "swr/infinite";
import { requestJson } from "@/components/shared/request-json";
import { PROJECTS_PER_PAGE, type ProjectListQuery, type ProjectPage } from "@/lib/projects/schema";

type Query = Pick<ProjectListQuery, "search" | "sort">;

function pageAddress({ search, sort }: Query, cursor: string | null): string {
  const query = new URLSearchParams({ limit: String(PROJECTS_PER_PAGE), sort });
  if (search) query.set("search", search);
  if (cursor) query.set("cursor", cursor);
  return `/api/project/all?${query}`;
}

// The answer of our own API; its type is the one that the route is written with.
const fetchPage = (address: string) => requestJson(address) as Promise<ProjectPage>;

/**
 * The project list, page by page, kept fresh while it is looked at.
 * @param initial first page of the list as it stands, which came with the screen
 */
export function useProjectList(query: Query, initial: ProjectPage) {
  const isAsSent = query.search === "" && query.sort === "all";
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite<ProjectPage, unknown>(
    (_index, before: ProjectPage | null) => (before && !before.nextCursor ? null : pageAddress(query, before?.nextCursor ?? null)),
    fetchPage,
    { fallbackData: isAsSent ? [initial] : undefined, keepPreviousData: true, shouldRetryOnError: false },
  );
  const projects = useMemo(() => data?.flatMap((page) => page.projects), [data]);
  return {
    /** Undefined until the first page is here. */
    projects,
    total: data?.[0]?.total ?? 0,
    error,
    /** The rows shown are those of another search or order. The first ones came with the screen, and only look older to SWR. */
    isStale: isLoading && !isAsSent,
    hasMore: Boolean(data?.at(-1)?.nextCursor),
    isLoadingMore: isValidating && (data?.length ?? 0) < size,
    loadMore: () => void setSize(size + 1),
    refresh: () => void mutate(),
  };
}
