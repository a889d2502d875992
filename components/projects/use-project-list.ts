"use client";

import { useMemo } from "react";
import { usePagedList } from "@/components/shared/use-paged-list";
import { ROWS_PER_PAGE } from "@/lib/paging/schema";
import type { ProjectListQuery, ProjectPage } from "@/lib/projects/schema";

type Query = Pick<ProjectListQuery, "search" | "sort">;

function listPath({ search, sort }: Query): string {
  const query = new URLSearchParams({ limit: String(ROWS_PER_PAGE), sort });
  if (search) query.set("search", search);
  return `/api/project/all?${query}`;
}

/**
 * The project list, page by page.
 * @param initial first page of the list as it stands, which came with the screen
 */
export function useProjectList(query: Query, initial: ProjectPage) {
  const isAsSent = query.search === "" && query.sort === "all";
  const { pages, ...list } = usePagedList<ProjectPage>(listPath(query), isAsSent ? initial : undefined);
  const projects = useMemo(() => pages?.flatMap((page) => page.projects), [pages]);
  return { projects, ...list };
}
