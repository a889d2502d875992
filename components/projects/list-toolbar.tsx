"use client";

import { SearchField } from "@/components/shared/search-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { ProjectSort } from "@/lib/projects/schema";
import { sortOptions } from "./sort-options";

interface ListToolbarProps {
  search: string;
  onSearchChange: (search: string) => void;
  sort: ProjectSort;
  onSortChange: (sort: ProjectSort) => void;
}

/** Search and order of a list of projects. */
export function ListToolbar({ search, onSearchChange, sort, onSortChange }: ListToolbarProps) {
  // An order that only a column offers shows here as none of these.
  const shown = sortOptions.some(({ value }) => value === sort) ? sort : "all";
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between">
      <SearchField value={search} onChange={onSearchChange} placeholder="Search projects..." className="w-full sm:max-w-80" />
      <Select value={shown} onValueChange={(value) => onSortChange(value as ProjectSort)}>
        <SelectTrigger aria-label="Sort" className="sm:w-56">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {sortOptions.map(({ value, label }) => (
            <SelectItem key={value} value={value}>
              {label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  );
}
