"use client";

import { type ReactNode, useState } from "react";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { type MapProject, useMapSelection } from "@/components/map-viewer/use-map-selection";
import { FailurePanel } from "@/components/shared/failure-panel";
import { LoadMore } from "@/components/shared/list/load-more";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { Card } from "@/components/ui/card";
import type { ProjectSummary } from "@/lib/projects/schema";
import { assignedErrorMessage } from "../assigned-error";
import { ListToolbar } from "../list/list-toolbar";
import { NothingAssigned } from "../no-assigned";
import { NoMatch } from "../no-match";
import { ProjectDetailsDialog } from "../project-details-dialog";
import { ProjectFilter } from "../project-filter";
import type { AssignedListState } from "../use-assigned-list";
import { AssignedTable } from "./assigned-columns";
import { QuickActions } from "./project-details-dialog";

interface AssignedListProps {
  list: AssignedListState;
  /** The map that the page's address names. */
  linked: LinkedMap | null;
  mapsOrigin: string;
  /** h1 where the list is the screen. */
  heading: "h1" | "h2";
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Projects that the rest of the screen lists: there is one viewer for all. */
  extraProjects?: readonly MapProject[];
}

const nothingElse: readonly MapProject[] = [];

/** My Assigned Projects (spec 000 §2): the projects of a plain user, to look at, not to change. */
export function AssignedList({ list, linked, mapsOrigin, heading, actions, extraProjects = nothingElse }: AssignedListProps) {
  const { openMap } = useMapSelection();
  const [viewed, setViewed] = useState<ProjectSummary | null>(null);
  const { rows, error } = list;
  return (
    <section className="grid gap-5">
      <PageHeader
        heading={heading}
        title="My Assigned Projects"
        description={<CountLine assignedTotal={list.assignedTotal} hasFailed={Boolean(error)} />}
        actions={actions}
      />
      {error && rows && !list.moreError ? <Failure list={list} /> : null}
      {list.assignedTotal === 0 ? (
        <NothingAssigned />
      ) : (
        <div className="grid gap-4">
          <ListToolbar
            search={list.typed}
            onSearchChange={list.setTyped}
            sort={list.query.sort}
            onSortChange={list.setSort}
            filter={<ProjectFilter state={list.filters} creatorsPath="/api/project/assigned/creators" />}
          />
          <Rows list={list} onViewDetails={setViewed} onOpenMap={openMap} />
        </div>
      )}
      {viewed ? (
        <ProjectDetailsDialog
          project={viewed}
          quickActions={
            <QuickActions
              project={viewed}
              onOpenMap={() => {
                setViewed(null);
                openMap(viewed);
              }}
            />
          }
          onClose={() => setViewed(null)}
        />
      ) : null}
      <MapViewer projects={[...(rows ?? []), ...extraProjects]} linked={linked} mapsOrigin={mapsOrigin} />
    </section>
  );
}

/** How many are assigned, not how many match. */
function CountLine({ assignedTotal, hasFailed }: { assignedTotal: number | undefined; hasFailed: boolean }) {
  if (assignedTotal !== undefined)
    return `${assignedTotal.toLocaleString("en-US")} ${assignedTotal === 1 ? "project" : "projects"} assigned`;
  return hasFailed ? "Projects assigned to you" : <span role="status">Loading your assigned projects...</span>;
}

/** In the place of the rows, or above those that are here already. */
function Failure({ list }: { list: AssignedListState }) {
  return (
    <FailurePanel
      error={list.error}
      title="Unable to Load Projects"
      message={assignedErrorMessage(list.error)}
      retryLabel="Try Again"
      isBusy={list.isRefreshing}
      onRetry={list.refresh}
      isLine={list.rows !== undefined}
    />
  );
}

interface RowsProps {
  list: AssignedListState;
  onViewDetails: (project: ProjectSummary) => void;
  onOpenMap: (project: ProjectSummary) => void;
}

/** The table, or why there is none. */
function Rows({ list, onViewDetails, onOpenMap }: RowsProps) {
  const { rows, error, query, filters } = list;
  if (!rows) return error ? <Failure list={list} /> : <TableSkeleton />;
  if (rows.length === 0)
    return (
      <Card>
        <NoMatch isSearched={query.search.trim() !== ""} isFiltered={filters.count > 0} onClear={list.clear} />
      </Card>
    );
  return (
    <>
      <AssignedTable
        projects={rows}
        sort={query.sort}
        onSortChange={list.setSort}
        isStale={list.isStale}
        onViewDetails={onViewDetails}
        onOpenMap={onOpenMap}
      />
      <LoadMore
        shown={rows.length}
        total={list.total}
        noun={["project", "projects"]}
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        error={list.moreError}
        errorMessage={assignedErrorMessage}
        onLoadMore={list.loadMore}
      />
    </>
  );
}
