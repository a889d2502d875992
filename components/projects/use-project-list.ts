"use client";

import { type ListQuery, useSearchedList } from "@/components/shared/use-searched-list";
import type { ProjectPage, ProjectSort, ProjectSummary } from "@/lib/projects/schema";

const projectsOf = (page: ProjectPage): ProjectSummary[] => page.projects;

/**
 * The project list, page by page.
 * @param initial first page of the list as it stands, which came with the screen
 */
export function useProjectList(query: ListQuery<ProjectSort>, initial: ProjectPage) {
  return useSearchedList({ path: "/api/project/all", query, initial, rowsOf: projectsOf });
}
