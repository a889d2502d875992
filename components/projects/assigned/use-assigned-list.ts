"use client";

import { useListQuery } from "@/components/shared/list/use-list-query";
import { assignedPageSchema, projectSortSchema } from "@/lib/projects/schema";
import { useProjectList } from "../list/use-project-list";
import { sparse } from "../sparse-answers";

const pageSchema = sparse(assignedPageSchema);

export type AssignedListState = ReturnType<typeof useAssignedList>;

export function useAssignedList() {
  const asked = useListQuery(projectSortSchema.options);
  const list = useProjectList({ path: "/api/project/assigned", schema: pageSchema, asked, initial: null });
  return { ...list, assignedTotal: list.firstPage?.assignedTotal };
}
