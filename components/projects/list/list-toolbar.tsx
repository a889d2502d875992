"use client";

import type { ReactNode } from "react";
import { SearchField } from "@/components/shared/list/search-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { ProjectSort } from "@/lib/projects/schema";
import { sortOptions } from "./sort-options";

interface ListToolbarProps {
  search: string;
  onSearchChange: (search: string) => void;
  sort: ProjectSort;
  onSortChange: (sort: ProjectSort) => void;
  /** What else narrows the list down. */
  filter?: ReactNode;
}

/** Search and order of a list of projects. */
export function ListToolbar({ search, onSearchChange, sort, onSortChange, filter }: ListToolbarProps) {
  // An order that only a column offers shows here as none of these.
  const shown = sortOptions.find(({ value }) => value === sort) ?? sortOptions[0];
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField value={search} onChange={onSearchChange} placeholder="Search projects..." className="w-full sm:w-80 sm:flex-initial" />
      {filter}
      <Select value={shown.value} onValueChange={(value) => onSortChange(value as ProjectSort)}>
        <SelectTrigger aria-label="Sort" className="w-auto min-w-0 flex-1 sm:ml-auto sm:w-56 sm:flex-none">
          {/* Radix finds the label by itself only in the browser. */}
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
    </search>
  );
}
