"use client";

import { Inbox } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { type MapProject, useMapSelection } from "@/components/map-viewer/use-map-selection";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { ListTable } from "@/components/shared/list/list-table";
import { LoadMore } from "@/components/shared/list/load-more";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import type { Links } from "@/components/shared/list/use-linked-project";
import { serverMessage } from "@/components/shared/load-error";
import { PageHeader } from "@/components/shared/page-header";
import { RequestError } from "@/components/shared/request-json";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { useOpenProject } from "../details/use-open-project";
import { GallerySkeleton, ProjectGallery } from "../gallery/project-gallery";
import { useLayout } from "../list/layout-toggle";
import { ListToolbar } from "../list/list-toolbar";
import { NoMatch } from "../list/no-match";
import { assignedColumns, assignedFeatures } from "./assigned-columns";
import { ProjectDetailsDialog } from "./project-details-dialog";
import type { AssignedListState } from "./use-assigned-list";

function NothingAssigned() {
  return (
    <>
      <Notice live={false}>No projects have been assigned to you yet. Contact your administrator for project access.</Notice>
      <Card>
        <EmptyState icon={Inbox} title="No Projects Assigned">
          You don't have any projects assigned to you yet. Contact your administrator to get access to projects.
        </EmptyState>
      </Card>
    </>
  );
}

function assignedErrorMessage(error: unknown): string {
  const unreachable = "Unable to connect to the server. Please check your internet connection.";
  const failed = error instanceof RequestError ? `Failed to load projects (${error.status})` : unreachable;
  return serverMessage(error, failed, { 0: unreachable, 401: "Your session has expired. Please log in again." });
}

interface AssignedListProps extends Links {
  list: AssignedListState;
  mapsOrigin: string;
  layout: ProjectLayout;
  heading: "h1" | "h2";
  actions?: ReactNode;
  extraProjects?: readonly MapProject[];
}

const nothing: readonly never[] = [];

export function AssignedList({
  list,
  linked,
  linkedProject,
  mapsOrigin,
  heading,
  actions,
  extraProjects = nothing,
  ...given
}: AssignedListProps) {
  const { isGallery, button: layoutButton } = useLayout(given.layout);
  const { openMap } = useMapSelection();
  const { rows = nothing, error, assignedTotal } = list;
  const { opened, openProject, closeProject } = useOpenProject(rows, linkedProject);
  return (
    <section className="grid gap-5">
      <PageHeader
        heading={heading}
        title="My Assigned Projects"
        description={<CountLine assignedTotal={assignedTotal} hasFailed={Boolean(error)} />}
        actions={actions}
      />
      {error && list.rows && !list.moreError ? <Failure list={list} /> : null}
      {assignedTotal === 0 ? (
        <NothingAssigned />
      ) : (
        <div className="grid gap-4">
          <ListToolbar list={list} creatorsPath="/api/project/assigned/creators">
            {layoutButton}
          </ListToolbar>
          <Rows list={list} isGallery={isGallery} onViewDetails={openProject} onOpenMap={openMap} />
        </div>
      )}
      {opened ? <ProjectDetailsDialog project={opened} onOpenMap={() => openMap(opened)} onClose={closeProject} /> : null}
      <MapViewer projects={[...rows, ...extraProjects]} linked={linked} mapsOrigin={mapsOrigin} />
    </section>
  );
}

function CountLine({ assignedTotal, hasFailed }: { assignedTotal: number | undefined; hasFailed: boolean }) {
  if (assignedTotal !== undefined)
    return `${assignedTotal.toLocaleString("en-US")} ${assignedTotal === 1 ? "project" : "projects"} assigned`;
  return hasFailed ? "Projects assigned to you" : <span role="status">Loading your assigned projects...</span>;
}

function Failure({ list }: { list: AssignedListState }) {
  return (
    <FailurePanel
      error={list.error}
      title="Unable to Load Projects"
      message={assignedErrorMessage(list.error)}
      retryLabel="Try Again"
      isBusy={list.isRefreshing}
      onRetry={list.reload}
      isLine={list.rows !== undefined}
    />
  );
}

interface RowsProps {
  list: AssignedListState;
  isGallery: boolean;
  onViewDetails: (project: ProjectSummary) => void;
  onOpenMap: (project: ProjectSummary) => void;
}

function Rows({ list, isGallery, onViewDetails, onOpenMap }: RowsProps) {
  const { rows, error, onFavourite } = list;
  const columns = useMemo(() => assignedColumns(onViewDetails, onOpenMap, onFavourite), [onViewDetails, onOpenMap, onFavourite]);
  const features = useMemo(() => assignedFeatures(onViewDetails, onOpenMap, onFavourite), [onViewDetails, onOpenMap, onFavourite]);
  if (!rows && error) return <Failure list={list} />;
  if (!rows) return isGallery ? <GallerySkeleton label="" /> : <TableSkeleton />;
  if (rows.length === 0)
    return (
      <Card>
        <NoMatch list={list} />
      </Card>
    );
  const shared = { label: "Assigned projects", isStale: list.isStale };
  return (
    <>
      {isGallery ? (
        <ProjectGallery {...shared} projects={rows} features={features} />
      ) : (
        <ListTable {...shared} rows={rows} columns={columns} order={list.order} hasFixedColumns isVirtual />
      )}
      <LoadMore list={list} shown={rows.length} noun={["project", "projects"]} messageOf={assignedErrorMessage} />
    </>
  );
}
