"use client";

import {
  Code,
  FileText,
  FolderTree,
  Keyboard,
  LogOut,
  type LucideIcon,
  Map as MapIcon,
  Plus,
  ShieldUser,
  UserPlus,
  Users,
} from "lucide-react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { ADD_PARAMETER, adminTexts, userTexts } from "@/components/people/people-texts";
import { requestJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { adminPageSchema } from "@/lib/accounts/admins/schema";
import type { Role } from "@/lib/accounts/sessions/schema";
import { userPageSchema } from "@/lib/accounts/users/schema";
import { platformFilePageSchema } from "@/lib/files/platform/schema";
import { FILE_MANAGEMENT_PATH } from "@/lib/files/platform/values";
import { ASSETS } from "@/lib/maps/values";
import { assignedPageSchema, type ProjectSummary, projectPageSchema } from "@/lib/projects/schema";
import { menus } from "../navigation";
import { themes } from "../theme-switch";

export interface PaletteItem {
  label: string;
  detail?: string;
  icon: LucideIcon;
  /** An address to open, a theme to choose, or an action. */
  does: { path: string } | { theme: string } | "log-out" | "shortcuts";
}

type PaletteGroup = { heading: string; items: PaletteItem[] };

const opens = (label: string, icon: LucideIcon, path: string): PaletteItem => ({ label, icon, does: { path } });

const assets = opens("Manage Assets", FolderTree, `/projects?files=${ASSETS}`);

const adminActions = [
  opens("Create Project", Plus, "/projects?mode=create"),
  assets,
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

/** Returns the pages and actions of a role whose label contains the text, in any case. @param isLimited whether an admin manages only some projects */
export function itemsOf(role: Role, search: string, isLimited: boolean): PaletteGroup[] {
  const pages = [...menus[role].map(({ label, icon, path }) => opens(label, icon, path)), opens("API", Code, "/api-docs")];
  const groups = { Pages: pages, Actions: [...actionsOf[role], ...sharedActions] };
  const isMatch = (item: PaletteItem) => item.label.toLowerCase().includes(search.toLowerCase()) && !(isLimited && item === assets);
  return Object.entries(groups).map(([heading, items]) => ({ heading, items: items.filter(isMatch) }));
}

type Source = (search: string, signal: AbortSignal) => Promise<PaletteGroup>;

/** Rows of each list. The screens show the rest. */
const LIMIT = "5";

const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
const searched = (path: string, search: string) => ({ path: address(path, { search }) });

/** Returns a search in a paged list of the API. The server returns only what the role may see. */
function source<Page>(heading: string, path: string, schema: z.ZodType<Page>, itemsOf: (page: Page) => PaletteItem[]): Source {
  return async (search, signal) => {
    const page = parseAnswer(schema, await requestJson(address(path, { search, limit: LIMIT }), { signal }));
    return { heading, items: itemsOf(page) };
  };
}

const mapsOf = ({ projects }: { projects: ProjectSummary[] }): PaletteItem[] =>
  projects
    .filter(({ viewMap }) => viewMap !== null)
    .map(({ name, description: detail, safeName: map }) => ({
      label: name,
      detail,
      icon: MapIcon,
      does: { path: address("/projects", { map }) },
    }));

const managed: Source[] = [
  source("Maps", "/api/project/all", projectPageSchema, mapsOf),
  source("Users", "/api/user/all", userPageSchema, ({ users }) =>
    users.map(({ fullName, email }) => ({ label: fullName, detail: email, icon: Users, does: searched("/users", email) })),
  ),
];

const sourcesOf: Readonly<Record<Role, readonly Source[]>> = {
  user: [source("Maps", "/api/project/assigned", assignedPageSchema, mapsOf)],
  admin: managed,
  superadmin: [
    ...managed,
    source("Admins", "/api/admin/all", adminPageSchema, ({ admins }) =>
      admins.map(({ name, email }) => ({ label: name, detail: email, icon: ShieldUser, does: searched("/admin-management", email) })),
    ),
    source("Files", `${FILE_MANAGEMENT_PATH}/all`, platformFilePageSchema, ({ files }) =>
      files.map(({ originalName: label, projectName, path }) => ({
        label,
        detail: `${projectName ?? "No project"}: ${path}`,
        icon: FileText,
        does: searched("/file-manager", label),
      })),
    ),
  ],
};

const PAUSE_MS = 200;

/** Searches the lists of a role after a pause. The next text aborts the search. A list that failed does not hide the others. */
export function useFound(role: Role, search: string) {
  const [last, setLast] = useState<{ search: string; found: PaletteGroup[]; error?: unknown }>();
  const isLoading = search !== "" && last?.search !== search;
  useEffect(() => {
    if (!isLoading) return;
    const ended = new AbortController();
    const timer = window.setTimeout(async () => {
      const answers = await Promise.allSettled(sourcesOf[role].map((find) => find(search, ended.signal)));
      const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
      const failed = answers.find((answer) => answer.status === "rejected");
      if (!ended.signal.aborted) setLast({ search, found, error: failed?.reason });
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      ended.abort();
    };
  }, [role, search, isLoading]);
  const { found = [], error } = last?.search === search ? last : {};
  return { found, error, isLoading, retry: () => setLast(undefined) };
}
