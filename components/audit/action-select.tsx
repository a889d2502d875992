"use client";

import { Select, SelectContent, SelectGroup, SelectItem, SelectLabel, SelectTrigger, SelectValue } from "@/components/ui/select";
import { type AuditGroup, actionsOf, auditActions, auditGroups, labelOfAction } from "@/lib/audit/schema";

/** Radix requires a value for each item. */
const ANY = "any";
const groups = Object.keys(auditGroups) as AuditGroup[];

interface ActionSelectProps {
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

export function ActionSelect({ value, onChange, className }: ActionSelectProps) {
  const isListed = value === "" || value in auditGroups || value in auditActions;
  return (
    <Select value={value || ANY} onValueChange={(chosen) => onChange(chosen === ANY ? "" : chosen)}>
      <SelectTrigger aria-label="Action" className={className}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={ANY}>All actions</SelectItem>
        {isListed ? null : <SelectItem value={value}>{labelOfAction(value)}</SelectItem>}
        {groups.map((group) => (
          <SelectGroup key={group}>
            <SelectLabel>{auditGroups[group]}</SelectLabel>
            <SelectItem value={group}>{`All: ${auditGroups[group]}`}</SelectItem>
            {actionsOf(group).map((action) => (
              <SelectItem key={action} value={action}>
                {labelOfAction(action)}
              </SelectItem>
            ))}
          </SelectGroup>
        ))}
      </SelectContent>
    </Select>
  );
}
