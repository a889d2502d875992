"use client";

import { X } from "lucide-react";
import { useCallback } from "react";
import { SearchField } from "@/components/shared/search-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ActionSelect } from "./action-select";
import { type AuditFilters, hasFilters } from "./filters";
import { useDraft } from "./use-draft";

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
  const clear = () => {
    for (const forget of [forgetSearch, forgetActor, forgetFrom, forgetTo]) forget();
    onClear();
  };
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_auto_auto_auto]">
      <Field label="Search" className="lg:max-xl:col-span-2">
        {() => <SearchField value={search} onChange={setSearch} placeholder="Search events..." className="w-full" />}
      </Field>
      <Field label="Action">{() => <ActionSelect value={filters.action} onChange={(action) => onChange({ action })} />}</Field>
      <Field label="Who">
        {(control) => (
          <Input
            {...control}
            value={actor}
            onChange={(event) => setActor(event.target.value)}
            placeholder="Email address"
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="From">
        {(control) => (
          <Input {...control} type="date" value={from} max={to || undefined} onChange={(event) => setFrom(event.target.value)} />
        )}
      </Field>
      <Field label="To">
        {(control) => <Input {...control} type="date" value={to} min={from || undefined} onChange={(event) => setTo(event.target.value)} />}
      </Field>
      <Button variant="ghost" disabled={!hasFilters({ ...filters, search, actor, from, to })} onClick={clear}>
        <X aria-hidden />
        Clear
      </Button>
    </search>
  );
}
