"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { SearchField } from "@/components/shared/list/search-field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { ProjectSort } from "@/lib/projects/schema";
import { ProjectFilter } from "./project-filter";
import type { ProjectListState } from "./use-project-list";

const sortOptions = {
  all: "All",
  "name-asc": "Name A-Z",
  "name-desc": "Name Z-A",
  "date-newest": "Date Registered Newest",
  "date-oldest": "Date Registered Oldest",
} as const satisfies Partial<Record<ProjectSort, string>>;

interface ListToolbarProps {
  list: Pick<ProjectListState, "typed" | "setTyped" | "order" | "filters">;
  creatorsPath: string;
  /** Buttons at the end. */
  children: ReactNode;
}

export function ListToolbar({ list: { typed, setTyped, order, filters }, creatorsPath, children }: ListToolbarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField value={typed} onChange={setTyped} placeholder="Search projects..." className="w-full sm:w-80 sm:flex-initial" />
      <ProjectFilter state={filters} creatorsPath={creatorsPath} />
      <Select
        label="Sort"
        // Shows "All" for orders that only column headers offer.
        value={order.sort in sortOptions ? order.sort : "all"}
        onChange={order.onSortChange}
        options={Object.entries(sortOptions)}
        className="w-auto min-w-0 flex-1 sm:ml-auto sm:w-56 sm:flex-none"
      />
      {children}
    </search>
  );
}

export function NoMatch({ list: { isSearched, filters, clear } }: { list: Pick<ProjectListState, "isSearched" | "filters" | "clear"> }) {
  const hiding = [isSearched ? ["search"] : [], filters.count > 0 ? ["filters"] : []].flat().join(" and ");
  const clearButton = (
    <Button variant="secondary" onClick={clear}>
      Clear {hiding}
    </Button>
  );
  return <EmptyState icon={SearchX} title={`No projects match your ${hiding}.`} action={clearButton} />;
}
