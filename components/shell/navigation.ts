import { type LucideIcon, Map as MapIcon } from "lucide-react";
import type { Role } from "@/lib/sessions/schema";

/** Names of the screens, as the specification marks the active one (000 §2). */
export type NavigationMarker = "project" | "settings" | "dashboard" | "admin-management" | "user-management" | "file-manager";

export interface NavigationEntry {
  marker: NavigationMarker;
  label: string;
  path: string;
  icon: LucideIcon;
  roles: readonly Role[];
}

/** Every screen that exists, in the order of the menu. */
const entries: readonly NavigationEntry[] = [
  { marker: "project", label: "Project Management", path: "/projects", icon: MapIcon, roles: ["superadmin", "admin", "user"] },
];

/** The menu of a role. */
export function navigationFor(role: Role): NavigationEntry[] {
  return entries.filter((entry) => entry.roles.includes(role));
}

/** The screen that a path belongs to. */
export function activeMarker(path: string): NavigationMarker | undefined {
  return entries.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`))?.marker;
}
