"use client";

import type { ListQuery } from "@/components/shared/list-query";
import { useDebounced } from "@/components/shared/use-debounced";
import { useSearchedList } from "@/components/shared/use-searched-list";
import type { ProjectPage, ProjectSort, ProjectSummary } from "@/lib/projects/schema";

/** Rests this long between two letters before it is searched for. */
const TYPING_PAUSE_MS = 200;

const asItStands: ListQuery<ProjectSort> = { search: "", sort: "all" };

const projectsOf = (page: ProjectPage): ProjectSummary[] => page.projects;

/**
 * The project list, page by page; `search` is what the rows were asked for.
 * @param query the search as it stands in the search field
 * @param initial first page of the list as it stands, which came with the screen
 */
export function useProjectList({ search: typed, sort }: ListQuery<ProjectSort>, initial: ProjectPage) {
  const search = useDebounced(typed.trim(), TYPING_PAUSE_MS);
  const list = useSearchedList({
    path: "/api/project/all",
    query: { search, sort },
    initial: { query: asItStands, page: initial },
    rowsOf: projectsOf,
  });
  return { ...list, search };
}
