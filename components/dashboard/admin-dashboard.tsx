"use client";

import { FolderOpen } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { sparse } from "@/components/projects/sparse-answers";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { adminDashboardSchema, type RecentProject } from "@/lib/projects/stats/schema";
import { AnalyticsSection } from "./analytics/analytics-section";
import { DashboardHeader, Welcome } from "./dashboard-header";
import { dateColumn, mapColumn, projectColumn, RecentTable } from "./recent-table";
import { LastProjectCard, TotalCards } from "./stat-card";
import { adminDashboardError, type DashboardScreenProps, useDashboard } from "./use-dashboard";

const answerSchema = sparse(adminDashboardSchema);

interface AdminDashboardScreenProps extends DashboardScreenProps {
  /** What needs attention. */
  attention: ReactNode;
}

export function AdminDashboardScreen({ name, linked, mapsOrigin, attention }: AdminDashboardScreenProps) {
  const { dashboard, error, updatedAt, isBusy, refresh } = useDashboard("/api/admin/dashboard-stats", answerSchema);
  const { openMap } = useMapSelection();
  const columns = useMemo(
    () => [projectColumn(), mapColumn("Open Map", "View Map", openMap), dateColumn<RecentProject>("Date Uploaded")],
    [openMap],
  );
  const failure = error ? adminDashboardError(error) : undefined;
  const last = dashboard?.lastProject;
  const shared = { since: "versus last month", isPending: !dashboard && !error } as const;
  return (
    <div className="@container grid gap-6">
      <DashboardHeader title="Admin Dashboard" description={<Welcome name={name} />} canCreate isBusy={isBusy} onRefresh={refresh} />
      {failure ? (
        <FailurePanel error={error} message={failure} retryLabel="Retry" isBusy={isBusy} onRetry={refresh} isLine updatedAt={updatedAt} />
      ) : null}
      {attention}
      <div className="grid gap-3 @xs:grid-cols-2 sm:gap-4 @table:grid-cols-3">
        <TotalCards {...shared} totals={dashboard} />
        <LastProjectCard
          project={last && { name: last.name, time: last.dateCreated }}
          isPending={shared.isPending}
          className="@max-table:col-span-full"
        />
      </div>
      <RecentTable
        title="Recent Project Imports"
        columns={columns}
        rows={dashboard?.recentProjects}
        failure={failure}
        empty={<EmptyState icon={FolderOpen} title="No recent projects found" />}
      />
      <AnalyticsSection />
      <MapViewer managesAccess projects={dashboard?.recentProjects ?? []} linked={linked} mapsOrigin={mapsOrigin} />
    </div>
  );
}
