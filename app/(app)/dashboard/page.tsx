import type { Metadata } from "next";
import { Suspense } from "react";
import { AdminDashboardScreen, SuperadminDashboardScreen } from "@/components/dashboard/dashboard-screen";
import { DashboardSkeleton } from "@/components/dashboard/dashboard-skeleton";
import { TableSkeleton } from "@/components/shared/table-skeleton";
import { env } from "@/lib/env";
import { pageViewer } from "@/lib/sessions/page";
import { isAdmin, isSuperadmin } from "@/lib/sessions/policy";
import type { AdminViewer, SuperadminViewer } from "@/lib/sessions/schema";
import { readAdminDashboard, readSuperadminDashboard } from "@/lib/stats/data";
import { AssignedPage } from "../projects/assigned-page";
import { findLinkedMap } from "../projects/linked-map";

export const metadata: Metadata = { title: "Dashboard" };

interface DashboardProps<Viewer> {
  viewer: Viewer;
  searchParams: Record<string, string | string[] | undefined>;
}

async function AdminDashboard({ viewer, searchParams }: DashboardProps<AdminViewer>) {
  const [dashboard, linked] = await Promise.all([readAdminDashboard(viewer), findLinkedMap(viewer, searchParams)]);
  return <AdminDashboardScreen name={viewer.name} dashboard={dashboard} linked={linked} mapsOrigin={env().mapsOrigin} />;
}

async function SuperadminDashboard({ viewer, searchParams }: DashboardProps<SuperadminViewer>) {
  const [dashboard, linked] = await Promise.all([readSuperadminDashboard(viewer), findLinkedMap(viewer, searchParams)]);
  return <SuperadminDashboardScreen name={viewer.name} dashboard={dashboard} linked={linked} mapsOrigin={env().mapsOrigin} />;
}

/** /dashboard, where signing in leads: a screen for each role (route table, spec 000 §2). */
export default async function DashboardPage({ searchParams }: PageProps<"/dashboard">) {
  const viewer = await pageViewer();
  const given = await searchParams;
  if (isSuperadmin(viewer)) {
    return (
      <Suspense fallback={<DashboardSkeleton cards={3} />}>
        <SuperadminDashboard viewer={viewer} searchParams={given} />
      </Suspense>
    );
  }
  if (isAdmin(viewer)) {
    return (
      <Suspense fallback={<DashboardSkeleton cards={2} />}>
        <AdminDashboard viewer={viewer} searchParams={given} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<TableSkeleton label="Loading your assigned projects..." />}>
      <AssignedPage viewer={viewer} searchParams={given} />
    </Suspense>
  );
}
