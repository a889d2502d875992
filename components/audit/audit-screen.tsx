"use client";

import { Download, ScrollText, SearchX, X } from "lucide-react";
import { useCallback, useMemo, useTransition } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { DayField } from "@/components/shared/form/day-field";
import { Select } from "@/components/shared/form/select";
import { usePrehydrationText } from "@/components/shared/form/use-prehydration-text";
import { PagedList } from "@/components/shared/list/paged-list";
import { SearchField } from "@/components/shared/list/search-field";
import { useAddress } from "@/components/shared/list/use-address";
import { useAddressDraft } from "@/components/shared/list/use-list-query";
import { usePagedList } from "@/components/shared/list/use-paged-list";
import { loadErrorMessage } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { startDownload } from "@/components/shared/requests/start-download";
import { Button, IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type AuditPage, auditPageSchema } from "@/lib/audit/schema";
import { type AuditGroup, actionsOf, auditActions, auditGroups, labelOfAction } from "@/lib/audit/values";
import { AuditTable } from "./audit-table";
import { type AuditFilters, auditExportPath, auditPath, filterNames, hasFilters, readFilters } from "./filters";

const dayStyles = "flex-[1_1_8rem] sm:flex-row sm:items-center sm:gap-2 md:flex-none md:[&_input]:w-38";

interface AuditToolbarProps {
  filters: AuditFilters;
  onActionChange: (action: string) => void;
  onClear: () => void;
}

function AuditToolbar({ filters, onActionChange, onClear }: AuditToolbarProps) {
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

const unfiltered = Object.fromEntries(filterNames.map((name) => [name, null]));

interface AuditScreenProps {
  /** The first page and its API path. Null when the path depends on the time zone of the browser. */
  initial: { path: string; page: AuditPage } | null;
}

export function AuditScreen({ initial }: AuditScreenProps) {
  const { parameters, changeAddress } = useAddress();
  const filters = useMemo(() => readFilters((name) => parameters.get(name)), [parameters]);
  const path = auditPath(filters);
  const { pages, ...list } = usePagedList(path, auditPageSchema, initial?.path === path ? initial.page : undefined);
  const rows = useMemo(() => pages?.flatMap((page) => page.events), [pages]);

  const showActor = useCallback((actor: string) => changeAddress({ ...unfiltered, actor }, "push"), [changeAddress]);
  const clear = () => changeAddress(unfiltered, "push");
  const clearButton = (
    <Button variant="secondary" onClick={clear}>
      Clear filters
    </Button>
  );
  const noMatch = (
    <EmptyState icon={SearchX} title="No events match your search." action={clearButton}>
      Try adjusting your search criteria
    </EmptyState>
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Audit Log"
        description="Who did what, and from where"
        actions={
          <>
            <ExportButton filters={filters} />
            <RefreshButton onRefresh={list.refresh} />
          </>
        }
      />
      <div className="grid gap-4">
        <AuditToolbar filters={filters} onActionChange={(action) => changeAddress({ action: action || null }, "replace")} onClear={clear} />
        <PagedList
          list={{ ...list, rows }}
          noun={["event", "events"]}
          isCounted={false}
          loadingLabel="Loading events..."
          errorMessage="Failed to load the audit log"
          empty={hasFilters(filters) ? noMatch : <EmptyState icon={ScrollText} title="No events yet" />}
        >
          {(events) => <AuditTable events={events} isStale={list.isStale} onShowActor={showActor} />}
        </PagedList>
      </div>
    </div>
  );
}

function ExportButton({ filters }: { filters: AuditFilters }) {
  const [isStarting, startTransition] = useTransition();
  const { showBanner } = useBanner();
  const start = () =>
    startDownload(auditExportPath(filters)).catch((error: unknown) =>
      showBanner({ tone: "error", message: loadErrorMessage(error, "Failed to export the audit log"), timeout: NOTICE_MS }),
    );
  return <IconButton variant="secondary" icon={Download} label="Export CSV" busy={isStarting} onClick={() => startTransition(start)} />;
}
