"use client";

import { Download, ScrollText, SearchX } from "lucide-react";
import { useCallback, useMemo, useTransition } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { PagedList } from "@/components/shared/list/paged-list";
import { useAddress } from "@/components/shared/list/use-address";
import { usePagedList } from "@/components/shared/list/use-paged-list";
import { loadErrorMessage } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { startDownload } from "@/components/shared/requests/start-download";
import { Button, IconButton } from "@/components/ui/button";
import { type AuditPage, auditPageSchema } from "@/lib/audit/schema";
import { AuditTable } from "./audit-table";
import { AuditToolbar } from "./audit-toolbar";
import { type AuditFilters, auditExportPath, auditPath, filterNames, hasFilters, readFilters } from "./filters";

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
