"use client";

import { FolderOpen, Map as MapIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useId, useMemo } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { AssignedList, useAssignedList } from "@/components/projects/assigned/assigned-screen";
import type { OnFavourite } from "@/components/projects/gallery/favourite-button";
import { type CardFeatures, galleryStyles, ProjectCard } from "@/components/projects/gallery/project-gallery";
import { sparse } from "@/components/projects/sparse-answers";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { isSignedOut } from "@/components/shared/request-json";
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
  /** The server renders these, so that nothing moves when the rest has loaded. */
  recentlyOpened: ProjectSummary[];
  favourites: ProjectSummary[];
}

export function UserDashboardScreen({ name, layout, recentlyOpened, favourites, ...links }: UserDashboardProps) {
  const router = useRouter();
  const { dashboard, error, updatedAt, isBusy, refresh } = useDashboard("/api/user/dashboard", answerSchema, router.refresh);
  const list = useAssignedList();
  const recent = [...(dashboard?.recentProjects ?? []), ...recentlyOpened, ...favourites];
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
  const { openMap } = useMapSelection();
  const features = useMemo(() => ({ openLabel: "Open Map", onOpen: openMap, onFavourite: onStarred }) as const, [openMap, onStarred]);
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
      <OpenedMaps title="Recently Opened" projects={recentlyOpened} features={features} />
      <OpenedMaps title="Favourites" projects={favourites} features={features} />
      {dashboard || !error ? <Overview dashboard={dashboard} /> : null}
      {isListShown ? (
        <AssignedList
          heading="h2"
          title={hasOnlyRecent(dashboard) ? "Recent Projects" : "My Assigned Projects"}
          list={{ ...list, onFavourite: onStarred }}
          {...links}
          layout={layout}
          extraProjects={recent}
        />
      ) : (
        <MapViewer projects={recent} {...links} />
      )}
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

interface OpenedMapsProps {
  title: "Recently Opened" | "Favourites";
  projects: ProjectSummary[];
  features: CardFeatures<ProjectSummary>;
}

/** Shows a few maps of a user's dashboard as cards. */
function OpenedMaps({ title, projects, features }: OpenedMapsProps) {
  const heading = useId();
  if (projects.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="font-semibold text-lg">
        {title}
      </h2>
      <ul className={galleryStyles}>
        {projects.map((project) => (
          <ProjectCard key={project._id} project={project} features={features} />
        ))}
      </ul>
    </section>
  );
}
