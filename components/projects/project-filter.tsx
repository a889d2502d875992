"use client";

import { DayField } from "@/components/shared/form/day-field";
import { FilterPopover } from "@/components/shared/list/filter-popover";
import { CreatorSelect } from "./creator-select";
import { StatusSelect } from "./status-select";
import type { ProjectFiltersState } from "./use-project-filters";

interface ProjectFilterProps {
  state: ProjectFiltersState;
  /** The call for those who created projects of the list. */
  creatorsPath: string;
}

/** Narrows a list of projects down to a status, a creator and the days of their registration. */
export function ProjectFilter({ state, creatorsPath }: ProjectFilterProps) {
  const { filters, count, canClear, clear, hasStatus, setStatus, setCreatedBy, from, setFrom, to, setTo } = state;
  return (
    <FilterPopover label="Filter projects" count={count} canClear={canClear} onClear={clear}>
      {hasStatus ? <StatusSelect value={filters.status} onChange={setStatus} /> : null}
      <CreatorSelect path={creatorsPath} value={filters.createdBy} onChange={setCreatedBy} />
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-2 font-medium">Date Registered</legend>
        <DayField label="From" value={from} onChange={setFrom} max={to} />
        <DayField label="To" value={to} onChange={setTo} min={from} />
        {filters.from && filters.to && filters.from > filters.to ? (
          <p role="alert" className="col-span-2 text-danger-ink text-sm">
            The first day is after the last.
          </p>
        ) : null}
      </fieldset>
    </FilterPopover>
  );
}
