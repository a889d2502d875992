"use client";

import type { ReactElement } from "react";
import { z } from "zod";
import { DayField } from "@/components/shared/form/day-field";
import { FilterPopover, FilterSelect } from "@/components/shared/list/filter-popover";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { projectCreatorSchema, projectStatusSchema } from "@/lib/projects/schema";
import { statusLabels } from "./project-cells";
import type { ProjectListState } from "./use-project-list";

export interface ProjectFilterProps {
  state: ProjectListState["filters"];
  creatorsPath: string;
}

interface OpenedFilterProps extends ProjectFilterProps {
  trigger: ReactElement;
  /** Called when the code can't be loaded. */
  onClose: () => void;
}

const creatorsSchema = z.object({ creators: z.array(projectCreatorSchema) }).transform(({ creators }) => creators);

function CreatorSelect({ path, value, onChange }: { path: string; value: string; onChange: (id: string) => void }) {
  const { data: creators, error, mutate } = useJson(path, creatorsSchema);
  const listed = (creators ?? []).map(({ _id, name }) => [_id, <bdi key={_id}>{name}</bdi>] as const);
  const isListed = value === "" || listed.some(([id]) => id === value);
  const unlisted = [value, creators ? "A creator without projects here" : "Loading..."] as const;
  const options = [["", "Any creator"] as const, ...(isListed ? [] : [unlisted]), ...listed];
  return (
    <div className="grid gap-1">
      <FilterSelect label="Created By" value={value} onChange={onChange} options={options} />
      {error && !creators ? (
        <p role="alert" className="text-danger-ink text-sm">
          The names did not load.{" "}
          <Button variant="link" size="inline" className="text-sm" onClick={() => void mutate()}>
            Retry
          </Button>
        </p>
      ) : null}
    </div>
  );
}

export function OpenedFilter({ state, creatorsPath, trigger }: OpenedFilterProps) {
  const { filters, canClear, clear, hasStatus, setStatus, setCreatedBy, from, setFrom, to, setTo } = state;
  return (
    <FilterPopover label="Filter projects" trigger={trigger} canClear={canClear} onClear={clear}>
      {hasStatus ? (
        <div className="grid gap-1">
          <FilterSelect
            label="Status"
            value={filters.status}
            onChange={setStatus}
            options={[["", "Any"], ...projectStatusSchema.options.map((status) => [status, statusLabels[status]] as const)]}
          />
        </div>
      ) : null}
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
