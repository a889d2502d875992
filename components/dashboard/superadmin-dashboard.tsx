"use client";

import { FolderOpen, ShieldUser } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { sparse } from "@/components/projects/sparse-answers";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { Notice } from "@/components/ui/notice";
import { type RecentProject, type SuperadminDashboard, superadminDashboardSchema } from "@/lib/projects/stats/schema";
import { AnalyticsSection } from "./analytics/analytics-section";
import { DashboardHeader, Welcome } from "./dashboard-header";
import { adminColumns, dateColumn, descriptionColumn, mapColumn, projectColumn, RecentTable } from "./recent-table";
import { LastProjectCard, StatCard, TotalCards } from "./stat-card";
import { type DashboardScreenProps, dashboardError, useDashboard } from "./use-dashboard";

const answerSchema = sparse(superadminDashboardSchema);

interface SuperadminDashboardScreenProps extends DashboardScreenProps {
  /** The checklist of a new installation, or null. */
  setup: ReactNode;
  /** What needs attention. */
  attention: ReactNode;
}

export function SuperadminDashboardScreen({ name, linked, mapsOrigin, setup, attention }: SuperadminDashboardScreenProps) {
  const { dashboard, error, updatedAt, isBusy, refresh } = useDashboard("/api/superadmin/dashboard", answerSchema);
  const { openMap } = useMapSelection();
  const columns = useMemo(
    () => [
      projectColumn("@table:w-[36%]"),
      descriptionColumn,
      mapColumn("View Map", "View Map", openMap),
      dateColumn<RecentProject>("Date Uploaded"),
    ],
    [openMap],
  );
  return (
    <div className="@container grid gap-6">
      <DashboardHeader title="Super Admin Dashboard" description={<Welcome name={name} />} canCreate isBusy={isBusy} onRefresh={refresh} />
      {setup}
      {error ? (
        <FailurePanel
          error={error}
          message={dashboardError(error)}
          retryLabel="Try Again"
          isBusy={isBusy}
          onRetry={refresh}
          isLine={dashboard !== undefined}
          updatedAt={updatedAt}
        />
      ) : null}
      {dashboard || !error ? (
        <>
          {dashboard?.storageProblem ? (
            <Notice tone="warning" live={false}>
              {dashboard.storageProblem} Until then, uploads wait and nothing can be saved. Maps still open. See “Full disk” in
              docs/operations.md.
            </Notice>
          ) : null}
          {dashboard?.thumbnailProblem ? (
            <Notice tone="warning" live={false}>
              Map thumbnails are off: {dashboard.thumbnailProblem}. Install the package <code>chromium</code> on the machine of the worker,
              or set <code>CHROMIUM_PATH</code>. See “Thumbnails” in docs/operations.md.
            </Notice>
          ) : null}
          {attention}
          <StatCards dashboard={dashboard} />
          <RecentTable
            title="Recent Projects"
            columns={columns}
            rows={dashboard?.recentProjects}
            empty={
              <EmptyState icon={FolderOpen} title="No Projects Yet">
                No projects have been created yet.
              </EmptyState>
            }
          />
          <RecentTable
            title="Recent Admins"
            columns={adminColumns}
            rows={dashboard?.recentAdmins}
            rowHeight="h-8"
            loadingText="Loading recent admins..."
            empty={
              <EmptyState icon={ShieldUser} title="No Admins Yet">
                No admins have been created yet.
              </EmptyState>
            }
          />
          <AnalyticsSection />
        </>
      ) : null}
      <MapViewer managesAccess projects={dashboard?.recentProjects ?? []} linked={linked} mapsOrigin={mapsOrigin} />
    </div>
  );
}

function StatCards({ dashboard }: { dashboard: SuperadminDashboard | undefined }) {
  const shared = { since: "from last month", isPending: !dashboard } as const;
  const last = dashboard?.lastProject;
  const uploadFirst = (
    <Link href="/projects?mode=create" className="text-accent-ink underline-offset-4 hover:underline">
      Upload your first project
    </Link>
  );
  return (
    <div className="grid gap-3 @xs:grid-cols-2 sm:gap-4 @wide:grid-cols-4">
      <TotalCards {...shared} totals={dashboard} />
      <StatCard
        {...shared}
        icon={ShieldUser}
        label="Total Admins"
        value={dashboard?.totalAdmins}
        percent={dashboard?.percentAdminIncrease}
        before={dashboard?.adminsLastMonth}
        path="/admin-management"
      />
      <LastProjectCard project={last && { name: last.name, time: last.createdAt }} noProject={uploadFirst} isPending={shared.isPending} />
    </div>
  );
}
