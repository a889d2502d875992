"use client";

import { useTransition } from "react";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { useSearchedList } from "@/components/shared/list/use-searched-list";
import { type AssignedPage, type ProjectSummary, projectSortSchema } from "@/lib/projects/schema";
import { filterFields } from "./list/project-filters";
import { useProjectFilters } from "./use-project-filters";

const projectsOf = (page: AssignedPage): ProjectSummary[] => page.projects;

export type AssignedListState = ReturnType<typeof useAssignedList>;

/** The projects assigned to who is signed in, page by page, with search, order and filters in the address. */
export function useAssignedList() {
  const asked = useListQuery(projectSortSchema.options);
  const filters = useProjectFilters();
  const { firstPage, refresh, ...list } = useSearchedList<AssignedPage, ProjectSummary>({
    path: "/api/project/assigned",
    fields: filterFields(filters.filters),
    query: asked.query,
    initial: null,
    rowsOf: projectsOf,
  });
  const [isRefreshing, startRefresh] = useTransition();
  return {
    ...asked,
    ...list,
    filters,
    /** Undefined until it is known; whatever is searched for. */
    assignedTotal: firstPage?.assignedTotal,
    isRefreshing,
    refresh: () => startRefresh(refresh),
    clear: () => {
      asked.clearSearch();
      filters.clear();
    },
  };
}
