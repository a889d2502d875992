import { FolderOpen, Map as MapIcon, ShieldUser, Users } from "lucide-react";
import type { ReactNode } from "react";
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

interface FrameProps extends DashboardScreenProps<AdminDashboard> {
  title: string;
  words: RecentProjectsWords;
  /** Stands where the table would when there are no projects. */
  empty: ReactNode;
  /** Figures of this role alone. */
  children?: ReactNode;
}

/** What the dashboards of both roles have in common. */
function DashboardFrame({ title, name, dashboard, words, empty, linked, mapsOrigin, children }: FrameProps) {
  return (
    <div className="grid gap-6">
      <PageHeader title={title} description={`Welcome back, ${name}`} actions={<RefreshButton />} />
      <div className={`grid gap-4 sm:grid-cols-2 ${children ? "lg:grid-cols-3" : ""}`}>
        <FigureCard icon={Users} label="Total Users" value={dashboard.totalUsers} path="/users" />
        <FigureCard icon={MapIcon} label="Total Projects" value={dashboard.totalProjects} path="/projects" />
        {children}
      </div>
      <RecentProjects projects={dashboard.recentProjects} words={words} linked={linked} mapsOrigin={mapsOrigin} empty={empty} />
    </div>
  );
}

const adminWords: RecentProjectsWords = { title: "Recent Project Imports", mapColumn: "Open Map", showsDescription: false };
const superadminWords: RecentProjectsWords = { title: "Recent Projects", mapColumn: "View Map", showsDescription: true };

/** The Admin Dashboard (spec 000 §2). */
export function AdminDashboardScreen(props: DashboardScreenProps<AdminDashboard>) {
  const empty = <EmptyState icon={FolderOpen} title="No recent projects found" />;
  return <DashboardFrame {...props} title="Admin Dashboard" words={adminWords} empty={empty} />;
}

/** The Super Admin Dashboard (spec 000 §2). */
export function SuperadminDashboardScreen(props: DashboardScreenProps<SuperadminDashboard>) {
  const empty = (
    <EmptyState icon={FolderOpen} title="No Projects Yet">
      No projects have been created yet.
    </EmptyState>
  );
  return (
    <DashboardFrame {...props} title="Super Admin Dashboard" words={superadminWords} empty={empty}>
      <FigureCard icon={ShieldUser} label="Total Admins" value={props.dashboard.totalAdmins} path="/admin-management" />
    </DashboardFrame>
  );
}
