"use client";

import { X } from "lucide-react";
import { useCallback } from "react";
import { DayField } from "@/components/shared/form/day-field";
import { SearchField } from "@/components/shared/list/search-field";
import { useDraft } from "@/components/shared/use-draft";
import { useEarlyText } from "@/components/shared/use-early-text";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { ActionSelect } from "./action-select";
import { type AuditFilters, hasFilters } from "./filters";

/** In a line with its label where there is room. */
const dayStyles = "flex-[1_1_8rem] sm:flex-row sm:items-center sm:gap-2 md:flex-none md:[&_input]:w-38";

interface AuditToolbarProps {
  filters: AuditFilters;
  onChange: (changes: Partial<AuditFilters>) => void;
  onClear: () => void;
}

/** What the trail is searched for. */
export function AuditToolbar({ filters, onChange, onClear }: AuditToolbarProps) {
  const takeSearch = useCallback((search: string) => onChange({ search }), [onChange]);
  const takeActor = useCallback((actor: string) => onChange({ actor }), [onChange]);
  const takeFrom = useCallback((from: string) => onChange({ from }), [onChange]);
  const takeTo = useCallback((to: string) => onChange({ to }), [onChange]);
  const [search, setSearch, forgetSearch] = useDraft(filters.search, takeSearch);
  const [actor, setActor, forgetActor] = useDraft(filters.actor, takeActor);
  const [from, setFrom, forgetFrom] = useDraft(filters.from, takeFrom);
  const [to, setTo, forgetTo] = useDraft(filters.to, takeTo);
  const actorField = useEarlyText(actor, setActor);
  const clear = () => {
    for (const forget of [forgetSearch, forgetActor, forgetFrom, forgetTo]) forget();
    onClear();
  };
  return (
    <search className="flex flex-wrap items-end gap-3 md:items-center">
      <SearchField value={search} onChange={setSearch} placeholder="Search events..." className="min-w-56 flex-[3_1_14rem]" />
      <ActionSelect
        value={filters.action}
        onChange={(action) => onChange({ action })}
        className="min-w-0 flex-[1_1_11rem] max-sm:basis-full"
      />
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
