"use client";

import { useId } from "react";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { type ProjectStatus, projectStatusSchema } from "@/lib/projects/schema";
import { statusLabels } from "./project-status";

/** Radix has no item without a value. */
const ANY = "any";

interface StatusSelectProps {
  /** "" for all. */
  value: ProjectStatus | "";
  onChange: (status: string) => void;
}

/** Projects of which status a list shows. */
export function StatusSelect({ value, onChange }: StatusSelectProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-ink-muted text-sm">
        Status
      </label>
      <Select value={value || ANY} onValueChange={(chosen) => onChange(chosen === ANY ? "" : chosen)}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ANY}>Any</SelectItem>
          {projectStatusSchema.options.map((status) => (
            <SelectItem key={status} value={status}>
              {statusLabels[status]}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  );
}
