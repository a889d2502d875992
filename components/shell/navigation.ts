import {
  FolderOpen,
  KeyRound,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  Map as MapIcon,
  ScrollText,
  Settings,
  ShieldUser,
  Users,
  UsersRound,
} from "lucide-react";
import type { Role } from "@/lib/accounts/sessions/schema";

export interface NavigationEntry {
  label: string;
  path: string;
  icon: LucideIcon;
}

const dashboard: NavigationEntry = { label: "Dashboard", path: "/dashboard", icon: LayoutDashboard };
const admins: NavigationEntry = { label: "Admin Management", path: "/admin-management", icon: ShieldUser };
const users: NavigationEntry = { label: "User Management", path: "/users", icon: Users };
const groups: NavigationEntry = { label: "Groups", path: "/groups", icon: UsersRound };
const projects: NavigationEntry = { label: "Project Management", path: "/projects", icon: MapIcon };
const files: NavigationEntry = { label: "File Manager", path: "/file-manager", icon: FolderOpen };
const shareLinks: NavigationEntry = { label: "Share Links", path: "/share-links", icon: Link2 };
const auditLog: NavigationEntry = { label: "Audit Log", path: "/audit-log", icon: ScrollText };
const apiTokens: NavigationEntry = { label: "API Tokens", path: "/api-tokens", icon: KeyRound };
const settings: NavigationEntry = { label: "Settings", path: "/settings", icon: Settings };

export const menus: Readonly<Record<Role, readonly NavigationEntry[]>> = {
  superadmin: [dashboard, admins, users, groups, projects, files, shareLinks, auditLog, apiTokens, settings],
  admin: [dashboard, projects, users, groups, settings],
  user: [dashboard, projects, settings],
};

export function isInside(entry: NavigationEntry, path: string): boolean {
  return path === entry.path || path.startsWith(`${entry.path}/`);
}
