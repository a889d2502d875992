import type { SortingState } from "@tanstack/react-table";
import type { ProjectSort } from "@/lib/projects/schema";

/** The sort dropdown (spec 001 §2.1). */
export const sortOptions = [
  { value: "all", label: "All" },
  { value: "name-asc", label: "Name A-Z" },
  { value: "name-desc", label: "Name Z-A" },
  { value: "date-newest", label: "Date Registered Newest" },
  { value: "date-oldest", label: "Date Registered Oldest" },
] as const satisfies readonly { value: ProjectSort; label: string }[];

/** The same order, as the table's column headers show it. */
const columnSorts = {
  all: [],
  "name-asc": [{ id: "name", desc: false }],
  "name-desc": [{ id: "name", desc: true }],
  "creator-asc": [{ id: "createdBy", desc: false }],
  "creator-desc": [{ id: "createdBy", desc: true }],
  "date-oldest": [{ id: "createdAt", desc: false }],
  "date-newest": [{ id: "createdAt", desc: true }],
} as const satisfies Record<ProjectSort, SortingState>;

export function toColumnSort(sort: ProjectSort): SortingState {
  return [...columnSorts[sort]];
}

/** @returns the order that a press on a column header asks for */
export function fromColumnSort(sorting: SortingState): ProjectSort {
  const [column] = sorting;
  const sorts = Object.keys(columnSorts) as ProjectSort[];
  return sorts.find((sort) => columnSorts[sort].some(({ id, desc }) => id === column?.id && desc === column.desc)) ?? "all";
}
