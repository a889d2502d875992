"use client";

import { Download, KeyRound, Link2, MailCheck, UserRound } from "lucide-react";
import { useMemo, useState } from "react";
import { MapViewsChart, MapViewsSkeleton } from "@/components/projects/views/map-views-chart";
import { PeriodSelect } from "@/components/projects/views/period-select";
import { countOf } from "@/components/shared/count-of";
import { EmptyState } from "@/components/shared/empty-state";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { usePagedList } from "@/components/shared/list/use-paged-list";
import { DateText, MomentText } from "@/components/shared/time/date-text";
import { buttonStyles } from "@/components/ui/button-styles";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectSummary } from "@/lib/projects/schema";
import type { AnalyticsDays } from "@/lib/projects/values";
import { type ProjectView, projectViewsSchema } from "@/lib/projects/views/schema";
import { CloseButton } from "../details/details-parts";

const ROWS = 25;

/** Shows who opened the map of a project, when, how often and in which version. */
export function ViewsPanel({ project }: { project: Pick<ProjectSummary, "_id"> }) {
  const [days, setDays] = useState<AnalyticsDays>("30");
  const path = `/api/project/views/${project._id}`;
  const { pages, firstPage, ...list } = usePagedList(`${path}?days=${days}&limit=${ROWS}`, projectViewsSchema);
  const rows = useMemo(() => pages?.flatMap(({ history }) => history), [pages]);
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="tabular-nums" role="status">
              {firstPage ? peopleText(firstPage.people) : <Skeleton className="h-5 w-48" />}
            </p>
            <PeriodSelect days={days} onChange={setDays} />
          </div>
          {firstPage && firstPage.views > 0 ? <MapViewsChart days={firstPage.mapViews} /> : null}
          {firstPage || list.error ? null : <MapViewsSkeleton />}
          <PagedList
            list={{ ...list, rows }}
            noun={["entry", "entries"]}
            loadingLabel="Loading views"
            errorMessage="Failed to load the views"
            empty={<NoHistory historyDays={firstPage?.historyDays ?? 0} views={firstPage?.views ?? 0} />}
          >
            {(shown) => <ListTable label="Views" rows={shown} columns={columns} isStale={list.isStale} />}
          </PagedList>
        </div>
      </DialogBody>
      <DialogFooter>
        <CloseButton />
        <a href={`${path}/csv?days=${days}`} download className={buttonStyles({ variant: "secondary" })}>
          <Download aria-hidden />
          Export CSV
        </a>
      </DialogFooter>
    </>
  );
}

const peopleText = (people: number) => (people === 0 ? "" : `${countOf(people, ["person", "people"])} opened the map`);

function NoHistory({ historyDays, views }: { historyDays: number; views: number }) {
  if (historyDays === 0) {
    return (
      <EmptyState icon={UserRound} title="No History">
        This server records how often maps are opened, and not by whom.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={UserRound} title={views === 0 ? "No Views" : "No Known Viewers"}>
      {views === 0 ? "The map was not opened in this period." : "These views are older than the history, or of deleted accounts."}
    </EmptyState>
  );
}

const icons = { person: UserRound, token: KeyRound, link: Link2, guest: MailCheck };

function Viewer({ view: { kind, account, credential } }: { view: ProjectView }) {
  const Icon = icons[kind];
  const names = { person: account?.name, token: credential ?? "Deleted API token", link: credential ?? "Share link", guest: credential };
  const kinds = { person: account?.email, token: `API token of ${account?.email}`, link: "Share link", guest: "Guest" };
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <span className="grid min-w-0">
        <bdi className="wrap-anywhere font-medium">{names[kind]}</bdi>
        <bdi className="wrap-anywhere text-ink-muted text-sm">{kinds[kind]}</bdi>
      </span>
    </span>
  );
}

function Version({ view: { versionId, versionCreatedAt, isCurrentVersion } }: { view: ProjectView }) {
  if (isCurrentVersion) return "Current";
  if (versionCreatedAt) return <DateText value={versionCreatedAt} />;
  return <span className="text-ink-faint">{versionId === null ? "–" : "Deleted"}</span>;
}

const columns: Column<ProjectView>[] = [
  { header: "Viewer", cell: (view) => <Viewer view={view} />, className: "@table:w-1/2 @max-table:col-span-2" },
  { header: "Last View", isLabelled: true, cell: ({ lastViewedAt }) => <MomentText value={lastViewedAt} /> },
  { header: "Views", isLabelled: true, className: "tabular-nums", cell: ({ views }) => views.toLocaleString("en-US") },
  { header: "Version", isLabelled: true, cell: (view) => <Version view={view} /> },
];
