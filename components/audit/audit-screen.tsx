"use client";

import { RotateCw, ScrollText, SearchX } from "lucide-react";
import { useCallback, useMemo } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { LoadMore } from "@/components/shared/list/load-more";
import { useAddress } from "@/components/shared/list/use-address";
import { useLoadError } from "@/components/shared/list/use-load-error";
import { usePagedList } from "@/components/shared/list/use-paged-list";
import { ListPlaceholder } from "@/components/shared/list-placeholder";
import { loadErrorMessage } from "@/components/shared/load-error";
import { Button } from "@/components/ui/button";
import type { AuditPage } from "@/lib/audit/schema";
import { AuditHeader } from "./audit-header";
import { AuditTable } from "./audit-table";
import { AuditToolbar } from "./audit-toolbar";
import { type AuditFilters, auditPath, hasFilters, noFilters, readFilters } from "./filters";

const FAILED = "Failed to load the audit log";
/** Spec 000 §9. */
const NOTICE_MS = 5_000;

interface AuditScreenProps {
  /** The first page as the server found it, and the call that brings the same; null when only the browser can tell which it is. */
  initial: { path: string; page: AuditPage } | null;
}

/** Who did what, on what, when and from where. What is searched for stands in the address, so that a search can be shared. */
export function AuditScreen({ initial }: AuditScreenProps) {
  const { parameters, changeAddress } = useAddress();
  const filters = useMemo(() => readFilters((name) => parameters.get(name)), [parameters]);
  const path = auditPath(filters);
  const { pages, ...list } = usePagedList<AuditPage>(path, initial?.path === path ? initial.page : undefined);
  const events = useMemo(() => pages?.flatMap((page) => page.events), [pages]);
  const retry = useLoadError(list.error, FAILED, list.refresh, { timeout: NOTICE_MS, isSaid: !events || Boolean(list.moreError) });

  const change = useCallback(
    (changes: Partial<AuditFilters>, how: "push" | "replace" = "replace") => {
      const entries = Object.entries(changes).map(([name, value]) => [name, value || null] as const);
      changeAddress(Object.fromEntries(entries), how);
    },
    [changeAddress],
  );
  const showActor = useCallback((actor: string) => change({ ...noFilters, actor }, "push"), [change]);
  const clear = useCallback(() => change(noFilters, "push"), [change]);
  return (
    <div className="grid gap-5">
      <AuditHeader
        actions={
          <Button variant="secondary" onClick={() => void list.refresh()}>
            <RotateCw aria-hidden />
            Refresh
          </Button>
        }
      />
      <div className="grid gap-4">
        <AuditToolbar filters={filters} onChange={change} onClear={clear} />
        {events?.length ? (
          <>
            <AuditTable events={events} isStale={list.isStale} onShowActor={showActor} />
            <LoadMore
              shown={events.length}
              total={null}
              noun={["event", "events"]}
              hasMore={list.hasMore}
              isBusy={list.isLoadingMore}
              error={list.moreError}
              errorMessage={(error) => loadErrorMessage(error, FAILED)}
              onLoadMore={list.loadMore}
            />
          </>
        ) : (
          <ListPlaceholder
            isLoaded={Boolean(events)}
            loadingLabel="Loading events..."
            error={list.error}
            errorMessage={FAILED}
            onRetry={retry}
          >
            {hasFilters(filters) ? <NoMatch onClear={clear} /> : <EmptyState icon={ScrollText} title="No events yet" />}
          </ListPlaceholder>
        )}
      </div>
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <EmptyState icon={SearchX} title="No events match your search." action={clear}>
      Try adjusting your search criteria
    </EmptyState>
  );
}
