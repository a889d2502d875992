import { FolderOpen, Map as MapIcon, ShieldUser, Users } from "lucide-react";
import type { LinkedMap } from "@/components/map-viewer/map-viewer";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import type { AdminDashboard, SuperadminDashboard } from "@/lib/stats/schema";
import { FigureCard } from "./figure-card";
import { RecentProjects, type RecentProjectsWords } from "./recent-projects";
import { RefreshButton } from "./refresh-button";

interface DashboardScreenProps<Dashboard> {
  /** Of who looks at it. */
  name: string;
  dashboard: Dashboard;
  linked: LinkedMap | null;
  mapsOrigin: string;
}

const adminWords: RecentProjectsWords = { title: "Recent Project Imports", mapColumn: "Open Map", showsDescription: false };
const superadminWords: RecentProjectsWords = { title: "Recent Projects", mapColumn: "View Map", showsDescription: true };

/** The Admin Dashboard (spec 000 §2). */
export function AdminDashboardScreen({ name, dashboard, linked, mapsOrigin }: DashboardScreenProps<AdminDashboard>) {
  return (
    <div className="grid gap-6">
      <PageHeader title="Admin Dashboard" description={`Welcome back, ${name}`} actions={<RefreshButton />} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FigureCard icon={Users} label="Total Users" value={dashboard.totalUsers} path="/users" />
        <FigureCard icon={MapIcon} label="Total Projects" value={dashboard.totalProjects} path="/projects" />
      </div>
      <RecentProjects
        projects={dashboard.recentProjects}
        words={adminWords}
        linked={linked}
        mapsOrigin={mapsOrigin}
        empty={<EmptyState icon={FolderOpen} title="No recent projects found" />}
      />
    </div>
  );
}

/** The Super Admin Dashboard (spec 000 §2). */
export function SuperadminDashboardScreen({ name, dashboard, linked, mapsOrigin }: DashboardScreenProps<SuperadminDashboard>) {
  return (
    <div className="grid gap-6">
      <PageHeader title="Super Admin Dashboard" description={`Welcome back, ${name}`} actions={<RefreshButton />} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <FigureCard icon={Users} label="Total Users" value={dashboard.totalUsers} path="/users" />
        <FigureCard icon={MapIcon} label="Total Projects" value={dashboard.totalProjects} path="/projects" />
        <FigureCard icon={ShieldUser} label="Total Admins" value={dashboard.totalAdmins} path="/admin-management" />
      </div>
      <RecentProjects
        projects={dashboard.recentProjects}
        words={superadminWords}
        linked={linked}
        mapsOrigin={mapsOrigin}
        empty={
          <EmptyState icon={FolderOpen} title="No Projects Yet">
            No projects have been created yet.
          </EmptyState>
        }
      />
    </div>
  );
}
