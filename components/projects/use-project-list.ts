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

/** A page, and what it was asked with: while the next search is on its way, SWR hands out the one before. */
type Answer = ProjectPage & { asked: string };

async function fetchPage(address: string): Promise<Answer> {
  // The answer of our own API; its type is the one that the route is written with.
  const page = (await requestJson(address)) as ProjectPage;
  return { ...page, asked: address };
}

/**
 * The project list, page by page, kept fresh while it is looked at.
 * @param initial first page of the list as it stands, which came with the screen
 */
export function useProjectList(query: Query, initial: ProjectPage) {
  const firstAddress = pageAddress(query, null);
  const isAsSent = query.search === "" && query.sort === "all";
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Answer, unknown>(
    (_index, before: Answer | null) => (before && !before.nextCursor ? null : pageAddress(query, before?.nextCursor ?? null)),
    fetchPage,
    { fallbackData: isAsSent ? [{ ...initial, asked: firstAddress }] : undefined, keepPreviousData: true, shouldRetryOnError: false },
  );
  const projects = useMemo(() => data?.flatMap((page) => page.projects), [data]);
  const isOfBefore = data !== undefined && data[0]?.asked !== firstAddress;
  return {
    /** Undefined until the first page is here, or when it did not come. */
    projects: isOfBefore && error ? undefined : projects,
    total: data?.[0]?.total ?? 0,
    error,
    /** The rows are still those of the search or order before. */
    isStale: isOfBefore,
    hasMore: Boolean(data?.at(-1)?.nextCursor),
    isLoadingMore: isValidating && (data?.length ?? 0) < size,
    loadMore: () => void setSize(size + 1),
    refresh: () => void mutate(),
  };
}
