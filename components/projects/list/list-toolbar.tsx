"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { SearchField } from "@/components/shared/list/search-field";
import { Button } from "@/components/ui/button";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { ProjectSort } from "@/lib/projects/schema";
import { ProjectFilter } from "./project-filter";
import type { ProjectListState } from "./use-project-list";

const sortOptions = [
  { value: "all", label: "All" },
  { value: "name-asc", label: "Name A-Z" },
  { value: "name-desc", label: "Name Z-A" },
  { value: "date-newest", label: "Date Registered Newest" },
  { value: "date-oldest", label: "Date Registered Oldest" },
] as const satisfies readonly { value: ProjectSort; label: string }[];

interface ListToolbarProps {
  list: Pick<ProjectListState, "typed" | "setTyped" | "order" | "filters">;
  creatorsPath: string;
  /** Buttons at the end. */
  children: ReactNode;
}

export function ListToolbar({ list: { typed, setTyped, order, filters }, creatorsPath, children }: ListToolbarProps) {
  // Shows "All" for orders that only column headers offer.
  const shown = sortOptions.find(({ value }) => value === order.sort) ?? sortOptions[0];
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField value={typed} onChange={setTyped} placeholder="Search projects..." className="w-full sm:w-80 sm:flex-initial" />
      <ProjectFilter state={filters} creatorsPath={creatorsPath} />
      <Select value={shown.value} onValueChange={order.onSortChange}>
        <SelectTrigger aria-label="Sort" className="w-auto min-w-0 flex-1 sm:ml-auto sm:w-56 sm:flex-none">
          {/* On the server, Radix doesn't find the label. */}
          <SelectValue>{shown.label}</SelectValue>
        </SelectTrigger>
        <SelectContent>
          {sortOptions.map(({ value, label }) => (
            <SelectItem key={value} value={value}>
              {label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
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
