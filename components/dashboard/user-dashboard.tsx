"use client";

import { FolderOpen, Map as MapIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { AssignedList, useAssignedList } from "@/components/projects/assigned/assigned-screen";
import type { OnFavourite } from "@/components/projects/gallery/favourite-button";
import { sparse } from "@/components/projects/sparse-answers";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { isSignedOut } from "@/components/shared/request-json";
import { Badge } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { type RecentProject, type UserDashboard, userDashboardSchema } from "@/lib/projects/stats/schema";
import { DashboardHeader, Welcome } from "./dashboard-header";
import { creatorColumn, dateColumn, mapColumn, projectColumn, RecentTable } from "./recent-table";
import { LastProjectCard, StatCard } from "./stat-card";
import { type DashboardScreenProps, dashboardError, useDashboard } from "./use-dashboard";

const answerSchema = sparse(userDashboardSchema);

interface UserDashboardProps extends DashboardScreenProps {
  layout: ProjectLayout;
  /** The maps that were opened last, then the favourites. */
  first: readonly ProjectSummary[];
  /** When the visit before was, in ISO 8601. Null during the first one. */
  since: string | null;
  /** The server renders these, so that nothing moves when the rest has loaded. */
  initial: Parameters<typeof useAssignedList>[0];
}

export function UserDashboardScreen({ name, layout, first, since, initial, ...links }: UserDashboardProps) {
  const router = useRouter();
  const { dashboard, error, updatedAt, isBusy, refresh } = useDashboard("/api/user/dashboard", answerSchema, router.refresh);
  const { list, badgeOf } = useGallery({ initial, first, since });
  const recent = [...(dashboard?.recentProjects ?? []), ...first];
  // Only one of the two parts reports an empty list or an ended session.
  const isRefused = isSignedOut(error) && isSignedOut(list.error);
  const isListShown = dashboard ? dashboard.totalProjects > 0 : !isRefused && (Boolean(error) || list.assignedTotal !== 0);
  const refreshAll = () => {
    refresh();
    list.reload();
  };
  const { onFavourite } = list;
  const onStarred = useCallback<OnFavourite>(
    async (project, isFavourite) => {
      await onFavourite(project, isFavourite);
      router.refresh();
    },
    [onFavourite, router],
  );
  return (
    <div className="@container grid gap-6">
      <DashboardHeader
        title={<Welcome name={name} />}
        description="View the projects assigned to you and open their maps."
        isBusy={isBusy || list.isRefreshing}
        onRefresh={refreshAll}
      />
      {error ? (
        <FailurePanel
          error={error}
          title="Error"
          message={dashboardError(error)}
          retryLabel="Retry"
          isBusy={isBusy}
          // Without data, Retry reloads the page.
          onRetry={dashboard ? refreshAll : () => window.location.reload()}
          isLine={dashboard !== undefined}
          updatedAt={updatedAt}
        />
      ) : null}
      {isListShown ? (
        <AssignedList
          heading="h2"
          title={hasOnlyRecent(dashboard) ? "Recent Projects" : "My Assigned Projects"}
          list={{ ...list, onFavourite: onStarred }}
          {...links}
          layout={layout}
          extraProjects={recent}
          badgeOf={badgeOf}
        />
      ) : (
        <MapViewer projects={recent} {...links} />
      )}
      {dashboard || !error ? <Overview dashboard={dashboard} /> : null}
    </div>
  );
}

/** True when every project is recent. Both lists would show the same. */
function hasOnlyRecent(dashboard: UserDashboard | undefined): boolean {
  return dashboard !== undefined && dashboard.totalProjects > 0 && dashboard.totalProjects <= dashboard.recentProjects.length;
}

function Overview({ dashboard }: { dashboard: UserDashboard | undefined }) {
  const { openMap } = useMapSelection();
  const columns = useMemo(
    () => [projectColumn(), creatorColumn, mapColumn("Open Map", "Open Map", openMap), dateColumn<RecentProject>("Date Uploaded")],
    [openMap],
  );
  const isPending = !dashboard;
  const last = dashboard?.lastProjectUploaded;
  return (
    <>
      {dashboard?.totalProjects === 0 ? (
        <Notice live={false}>No projects have been assigned to you yet. Contact your administrator for project access.</Notice>
      ) : null}
      <div className="grid gap-3 @md:grid-cols-2 sm:gap-4">
        <StatCard
          icon={MapIcon}
          label="Total Projects"
          value={dashboard?.totalProjects}
          percent={dashboard?.percentileIncrease}
          before={dashboard?.projectsLastMonth}
          since="from last month"
          path="/projects"
          isPending={isPending}
        />
        <LastProjectCard project={last && { name: last.name, time: last.uploadedTime }} isPending={isPending} />
      </div>
      {hasOnlyRecent(dashboard) ? null : (
        <RecentTable
          title="Recent Projects"
          columns={columns}
          rows={dashboard?.recentProjects}
          empty={
            <EmptyState icon={FolderOpen} title="No Projects Yet">
              Contact your administrator to get access to projects.
            </EmptyState>
          }
        />
      )}
    </>
  );
}

/** Loads the projects of a user, with the `first` ones in front unless they are searched, filtered or sorted. */
function useGallery({ initial, first, since }: Pick<UserDashboardProps, "initial" | "first" | "since">) {
  const list = useAssignedList(initial);
  const badgeOf = useCallback((project: ProjectSummary) => changeBadge(project, since), [since]);
  const isPlain = !list.isSearched && list.filters.count === 0 && list.order.sort === "all";
  return { badgeOf, list: { ...list, rows: isPlain && list.rows ? withFirst(first, list.rows) : list.rows } };
}

function withFirst(first: readonly ProjectSummary[], projects: readonly ProjectSummary[]): ProjectSummary[] {
  const ids = new Set(first.map(({ _id }) => _id));
  return [...first, ...projects.filter(({ _id }) => !ids.has(_id))];
}

/** Marks what is newer than a time. @param since null marks nothing */
function changeBadge({ createdAt, updatedAt }: ProjectSummary, since: string | null) {
  const isAfter = (time: string) => since !== null && Date.parse(time) > Date.parse(since);
  if (isAfter(createdAt)) return <Badge tone="accent">New</Badge>;
  return isAfter(updatedAt) ? <Badge>Updated</Badge> : null;
}
