"use client";

import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { FileType } from "@/lib/files/platform/schema";
import { typeFilters } from "./file-texts";

const types = Object.keys(typeFilters) as (FileType | "all")[];

interface TypeSelectProps {
  value: FileType | "all";
  onChange: (value: FileType | "all") => void;
  className?: string;
}

/** Which class of files is listed. */
export function TypeSelect({ value, onChange, className }: TypeSelectProps) {
  return (
    <Select value={value} onValueChange={(chosen) => onChange(types.find((type) => type === chosen) ?? "all")}>
      <SelectTrigger aria-label="File type" className={className}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {types.map((type) => (
          <SelectItem key={type} value={type}>
            {typeFilters[type]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
