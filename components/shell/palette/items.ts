import { Code, FolderTree, Keyboard, LogOut, type LucideIcon, Plus, UserPlus } from "lucide-react";
import { ADD_PARAMETER, adminTexts, userTexts } from "@/components/people/people-texts";
import type { Role } from "@/lib/accounts/sessions/schema";
import { ASSETS } from "@/lib/maps/values";
import { menus } from "../navigation";
import { themes } from "../theme-switch";

export interface PaletteItem {
  label: string;
  detail?: string;
  icon: LucideIcon;
  /** An address to open, a theme to choose, or an action. */
  does: { path: string } | { theme: string } | "log-out" | "shortcuts";
}

export type PaletteGroup = { heading: string; items: PaletteItem[] };

const opens = (label: string, icon: LucideIcon, path: string): PaletteItem => ({ label, icon, does: { path } });

const adminActions = [
  opens("Create Project", Plus, "/projects?mode=create"),
  opens("Manage Assets", FolderTree, `/projects?files=${ASSETS}`),
  opens(userTexts.add, UserPlus, `/users?${ADD_PARAMETER}=`),
];

const actionsOf: Readonly<Record<Role, readonly PaletteItem[]>> = {
  user: [],
  admin: adminActions,
  superadmin: [...adminActions, opens(adminTexts.add, UserPlus, `/admin-management?${ADD_PARAMETER}=`)],
};

const sharedActions: readonly PaletteItem[] = [
  ...themes.map(({ value, label, icon }): PaletteItem => ({ label: `${label} theme`, icon, does: { theme: value } })),
  { label: "Keyboard shortcuts", icon: Keyboard, does: "shortcuts" },
  { label: "Logout", icon: LogOut, does: "log-out" },
];

/** Returns the pages and actions of a role whose label contains the text, in any case. */
export function itemsOf(role: Role, search: string): PaletteGroup[] {
  const pages = [...menus[role].map(({ label, icon, path }) => opens(label, icon, path)), opens("API", Code, "/api-docs")];
  const groups = { Pages: pages, Actions: [...actionsOf[role], ...sharedActions] };
  const isMatch = ({ label }: PaletteItem) => label.toLowerCase().includes(search.toLowerCase());
  return Object.entries(groups).map(([heading, items]) => ({ heading, items: items.filter(isMatch) }));
}
