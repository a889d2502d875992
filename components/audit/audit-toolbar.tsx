"use client";

import { X } from "lucide-react";
import { DayField } from "@/components/shared/form/day-field";
import { Select } from "@/components/shared/form/select";
import { usePrehydrationText } from "@/components/shared/form/use-prehydration-text";
import { SearchField } from "@/components/shared/list/search-field";
import { useAddressDraft } from "@/components/shared/list/use-list-query";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type AuditGroup, actionsOf, auditActions, auditGroups, labelOfAction } from "@/lib/audit/values";
import { type AuditFilters, hasFilters } from "./filters";

const dayStyles = "flex-[1_1_8rem] sm:flex-row sm:items-center sm:gap-2 md:flex-none md:[&_input]:w-38";

interface AuditToolbarProps {
  filters: AuditFilters;
  onActionChange: (action: string) => void;
  onClear: () => void;
}

export function AuditToolbar({ filters, onActionChange, onClear }: AuditToolbarProps) {
  const [search, setSearch, forgetSearch] = useAddressDraft("search", filters.search);
  const [actor, setActor, forgetActor] = useAddressDraft("actor", filters.actor);
  const [from, setFrom, forgetFrom] = useAddressDraft("from", filters.from);
  const [to, setTo, forgetTo] = useAddressDraft("to", filters.to);
  const actorField = usePrehydrationText(actor, setActor);
  const clear = () => {
    for (const forget of [forgetSearch, forgetActor, forgetFrom, forgetTo]) forget();
    onClear();
  };
  return (
    <search className="flex flex-wrap items-end gap-3 md:items-center">
      <SearchField value={search} onChange={setSearch} placeholder="Search events..." className="min-w-0 flex-[3_1_14rem]" />
      <ActionSelect value={filters.action} onChange={onActionChange} className="min-w-0 flex-[1_1_11rem] max-sm:basis-full" />
      <Input
        ref={actorField}
        aria-label="Who"
        value={actor}
        onChange={(event) => setActor(event.target.value)}
        placeholder="Who: email address"
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="min-w-0 flex-[1_1_12rem] max-sm:basis-full"
      />
      <DayField label="From" value={from} onChange={setFrom} max={to} className={dayStyles} />
      <DayField label="To" value={to} onChange={setTo} min={from} className={dayStyles} />
      <Button
        variant="ghost"
        disabled={!hasFilters({ ...filters, search, actor, from, to })}
        onClick={clear}
        className="max-sm:w-full max-sm:disabled:hidden"
      >
        <X aria-hidden />
        Clear
      </Button>
    </search>
  );
}

const groups = (Object.keys(auditGroups) as AuditGroup[]).map((group) => ({
  heading: auditGroups[group],
  options: [[group, `All: ${auditGroups[group]}`] as const, ...actionsOf(group).map((action) => [action, labelOfAction(action)] as const)],
}));

function ActionSelect(props: { value: string; onChange: (value: string) => void; className: string }) {
  const { value } = props;
  const isListed = value === "" || value in auditGroups || value in auditActions;
  const unlisted = isListed ? [] : [[value, labelOfAction(value)] as const];
  return <Select label="Action" {...props} options={[["", "All actions"], ...unlisted]} groups={groups} />;
}
