"use client";

import { Inbox } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { type MapProject, useMapSelection } from "@/components/map-viewer/use-map-selection";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { lazyPart } from "@/components/shared/lazy-part";
import { ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import type { Links } from "@/components/shared/list/use-linked-project";
import { useListQuery } from "@/components/shared/list/use-list-query";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { useWindowRows } from "@/components/shared/list/use-window-rows";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { RequestError, serverMessage } from "@/components/shared/request-json";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import type { AssignedPage, ProjectSummary } from "@/lib/projects/schema";
import { PROJECT_SORTS, type ProjectSort } from "@/lib/projects/values";
import { useOpenProject } from "../details/use-open-project";
import { GallerySkeleton, ProjectGallery } from "../gallery/project-gallery";
import { ListToolbar, NoMatch, useLayout } from "../list/list-toolbar";
import { assignedColumns, assignedFeatures } from "../list/project-table";
import { useProjectList } from "../list/use-project-list";
import { assignedPageAnswer } from "../sparse-answers";

const ProjectDetailsDialog = lazyPart(() => import("./project-details-dialog").then(({ ProjectDetailsDialog }) => ProjectDetailsDialog));

type InitialList = InitialPage<AssignedPage, ProjectSort> | null;

/** Loads the projects that the user can open. */
export function useAssignedList(initial: InitialList = null) {
  const asked = useListQuery(PROJECT_SORTS);
  const list = useProjectList({ path: "/api/project/assigned", schema: assignedPageAnswer, asked, initial });
  return { ...list, assignedTotal: list.firstPage?.assignedTotal };
}

function assignedErrorMessage(error: unknown): string {
  const unreachable = "Unable to connect to the server. Please check your internet connection.";
  const failed = error instanceof RequestError ? `Failed to load projects (${error.status})` : unreachable;
  return serverMessage(error, failed, { 0: unreachable, 401: "Your session has expired. Please log in again." });
}

interface AssignedScreenProps extends Links {
  mapsOrigin: string;
  layout: ProjectLayout;
}

export function AssignedScreen(given: AssignedScreenProps) {
  const list = useAssignedList();
  const refresh = <RefreshButton isBusy={list.isRefreshing} onRefresh={list.reload} />;
  return <AssignedList {...given} heading="h1" title="My Assigned Projects" list={list} actions={refresh} />;
}

interface AssignedListProps extends AssignedScreenProps {
  list: ReturnType<typeof useAssignedList>;
  heading: "h1" | "h2";
  title: "My Assigned Projects" | "Recent Projects";
  actions?: ReactNode;
  extraProjects?: readonly MapProject[];
  /** Must be stable. */
  badgeOf?: (project: ProjectSummary) => ReactNode;
}

const nothing: readonly never[] = [];
const noBadge = () => null;

export function AssignedList({
  list,
  linked,
  linkedProject,
  mapsOrigin,
  heading,
  title,
  actions,
  extraProjects = nothing,
  badgeOf = noBadge,
  layout,
}: AssignedListProps) {
  const { isGallery, button: layoutButton } = useLayout(layout);
  const { openMap } = useMapSelection();
  const { rows = nothing, error, assignedTotal, onFavourite } = list;
  const { opened, openProject, closeProject } = useOpenProject(rows, linkedProject);
  const [columns, features] = useMemo(() => {
    const given = [openProject, openMap, onFavourite, badgeOf] as const;
    return [assignedColumns(...given), assignedFeatures(...given)];
  }, [openProject, openMap, onFavourite, badgeOf]);
  const shared = { label: "Assigned projects", isStale: list.isStale };
  const failure = (
    <FailurePanel
      error={error}
      title="Unable to Load Projects"
      message={assignedErrorMessage(error)}
      retryLabel="Try Again"
      isBusy={list.isRefreshing}
      onRetry={list.reload}
      isLine={list.rows !== undefined}
      updatedAt={list.updatedAt}
    />
  );
  return (
    <section className="grid gap-5">
      <PageHeader
        heading={heading}
        title={title}
        description={<CountLine assignedTotal={assignedTotal} hasFailed={Boolean(error)} />}
        actions={actions}
      />
      {error && list.rows && !list.moreError ? failure : null}
      {assignedTotal === 0 ? (
        <NothingAssigned />
      ) : (
        <div className="grid gap-4">
          <ListToolbar list={list} creatorsPath="/api/project/assigned/creators">
            {layoutButton}
          </ListToolbar>
          <PagedList<ProjectSummary>
            list={list}
            noun={["project", "projects"]}
            skeleton={isGallery ? <GallerySkeleton label="" /> : <TableSkeleton />}
            messageOf={assignedErrorMessage}
            failure={failure}
            empty={<NoMatch list={list} />}
          >
            {(projects) =>
              isGallery ? (
                <ProjectGallery {...shared} projects={projects} features={features} />
              ) : (
                <ListTable {...shared} rows={projects} columns={columns} order={list.order} hasFixedColumns useRows={useWindowRows} />
              )
            }
          </PagedList>
        </div>
      )}
      {opened ? <ProjectDetailsDialog project={opened} onOpenMap={() => openMap(opened)} onClose={closeProject} /> : null}
      <MapViewer projects={[...rows, ...extraProjects]} linked={linked} mapsOrigin={mapsOrigin} />
    </section>
  );
}

function CountLine({ assignedTotal, hasFailed }: { assignedTotal: number | undefined; hasFailed: boolean }) {
  if (assignedTotal !== undefined) return `${assignedTotal.toLocaleString("en-US")} project(s) assigned`;
  return hasFailed ? "Projects assigned to you" : <span role="status">Loading your assigned projects...</span>;
}

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
