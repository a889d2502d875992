import { FolderOpen, LayoutDashboard, type LucideIcon, Map as MapIcon, ScrollText, Settings, ShieldUser, Users } from "lucide-react";
import type { Role } from "@/lib/accounts/sessions/schema";

/** Names of the screens, as the specification marks the active one (000 §2); the audit log is our addition. */
export type NavigationMarker = "dashboard" | "admin-management" | "user-management" | "project" | "file-manager" | "audit-log" | "settings";

export interface NavigationEntry {
  marker: NavigationMarker;
  label: string;
  path: string;
  icon: LucideIcon;
}

const dashboard: NavigationEntry = { marker: "dashboard", label: "Dashboard", path: "/dashboard", icon: LayoutDashboard };
const admins: NavigationEntry = { marker: "admin-management", label: "Admin Management", path: "/admin-management", icon: ShieldUser };
const users: NavigationEntry = { marker: "user-management", label: "User Management", path: "/users", icon: Users };
const projects: NavigationEntry = { marker: "project", label: "Project Management", path: "/projects", icon: MapIcon };
const files: NavigationEntry = { marker: "file-manager", label: "File Manager", path: "/file-manager", icon: FolderOpen };
const auditLog: NavigationEntry = { marker: "audit-log", label: "Audit Log", path: "/audit-log", icon: ScrollText };
const settings: NavigationEntry = { marker: "settings", label: "Settings", path: "/settings", icon: Settings };

/** The menu of each role, in the specification's order (000 §2), which has the file manager without an entry: ours stands beside the projects. */
const menus: Readonly<Record<Role, readonly NavigationEntry[]>> = {
  superadmin: [dashboard, admins, users, projects, files, auditLog, settings],
  admin: [dashboard, projects, users, settings],
  user: [dashboard, projects, settings],
};

/** The menu of a role. */
export function navigationFor(role: Role): readonly NavigationEntry[] {
  return menus[role];
}

/** The screen that a path belongs to, of those in a role's menu. */
export function activeMarker(role: Role, path: string): NavigationMarker | undefined {
  return menus[role].find((entry) => path === entry.path || path.startsWith(`${entry.path}/`))?.marker;
}
