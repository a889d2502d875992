"use client";

import { type ReactNode, useId } from "react";
import { z } from "zod";
import { DayField } from "@/components/shared/form/day-field";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { projectCreatorSchema, projectStatusSchema } from "@/lib/projects/schema";
import { statusLabels } from "../project-status";
import { FilterPopover } from "./filter-popover";
import type { ProjectListState } from "./use-project-list";

/** Radix requires a value for each item. */
const ANY = "any";

interface FilterSelectProps {
  label: string;
  anyLabel: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function FilterSelect({ label, anyLabel, value, onChange, children }: FilterSelectProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-ink-muted text-sm">
        {label}
      </label>
      <Select value={value || ANY} onValueChange={(chosen) => onChange(chosen === ANY ? "" : chosen)}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ANY}>{anyLabel}</SelectItem>
          {children}
        </SelectContent>
      </Select>
    </>
  );
}

const creatorsSchema = z.object({ creators: z.array(projectCreatorSchema) }).transform(({ creators }) => creators);

function CreatorSelect({ path, value, onChange }: { path: string; value: string; onChange: (id: string) => void }) {
  const { data: creators, error, mutate } = useJson(path, creatorsSchema);
  const isListed = value === "" || creators?.some(({ _id }) => _id === value);
  return (
    <div className="grid gap-1">
      <FilterSelect label="Created By" anyLabel="Any creator" value={value} onChange={onChange}>
        {isListed ? null : <SelectItem value={value}>{creators ? "A creator without projects here" : "Loading..."}</SelectItem>}
        {creators?.map(({ _id, name }) => (
          <SelectItem key={_id} value={_id}>
            <bdi>{name}</bdi>
          </SelectItem>
        ))}
      </FilterSelect>
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

interface ProjectFilterProps {
  state: ProjectListState["filters"];
  creatorsPath: string;
}

export function ProjectFilter({ state, creatorsPath }: ProjectFilterProps) {
  const { filters, count, canClear, clear, hasStatus, setStatus, setCreatedBy, from, setFrom, to, setTo } = state;
  return (
    <FilterPopover label="Filter projects" count={count} canClear={canClear} onClear={clear}>
      {hasStatus ? (
        <div className="grid gap-1">
          <FilterSelect label="Status" anyLabel="Any" value={filters.status} onChange={setStatus}>
            {projectStatusSchema.options.map((status) => (
              <SelectItem key={status} value={status}>
                {statusLabels[status]}
              </SelectItem>
            ))}
          </FilterSelect>
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
