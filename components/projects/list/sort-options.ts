import type { ColumnSorts } from "@/components/shared/list/column-sort";
import type { ProjectSort } from "@/lib/projects/schema";

export const sortOptions = [
  { value: "all", label: "All" },
  { value: "name-asc", label: "Name A-Z" },
  { value: "name-desc", label: "Name Z-A" },
  { value: "date-newest", label: "Date Registered Newest" },
  { value: "date-oldest", label: "Date Registered Oldest" },
] as const satisfies readonly { value: ProjectSort; label: string }[];

export const columnSorts: ColumnSorts<ProjectSort> = {
  all: [],
  "name-asc": [{ id: "name", desc: false }],
  "name-desc": [{ id: "name", desc: true }],
  "creator-asc": [{ id: "createdBy", desc: false }],
  "creator-desc": [{ id: "createdBy", desc: true }],
  "date-oldest": [{ id: "createdAt", desc: false }],
  "date-newest": [{ id: "createdAt", desc: true }],
};
