"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Initials } from "@/components/shared/initials";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { cn } from "@/components/ui/cn";
import type { Role, Viewer } from "@/lib/accounts/sessions/schema";
import { LogoutButton } from "./logout-button";
import { isInside, menus, type NavigationEntry } from "./navigation";
import { paletteKeys } from "./palette/palette-host";
import { ThemeSwitch } from "./theme-switch";

const roleLabels: Readonly<Record<Role, string>> = { superadmin: "Super Admin", admin: "Admin", user: "User" };

export type ShellViewer = Pick<Viewer, "name" | "email" | "role"> & { isLimited?: boolean };

interface SidebarProps {
  viewer: ShellViewer;
  logo: ReactNode;
  /** Called for a click on the entry of the open screen, which doesn't change the URL. */
  onStay?: () => void;
  /** Opens the search dialog. Missing in the drawer, because the bar has a button. */
  onSearch?: () => void;
}

export function Sidebar({ viewer, logo, onStay, onSearch }: SidebarProps) {
  const path = usePathname();
  const isHydrated = useHydrated();
  return (
    <div className="flex h-full w-full flex-col bg-sidebar text-sidebar-ink">
      <div className={cn("flex h-16 shrink-0 items-center pl-5 text-lg", onSearch ? "pr-5" : "pr-14")}>{logo}</div>
      {onSearch ? (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
          className="mx-3 mb-1 flex h-9 shrink-0 items-center gap-3 rounded-lg border border-sidebar-line px-3 text-sidebar-muted transition-colors hover:bg-sidebar-raised/60 hover:text-sidebar-ink focus-visible:outline-sidebar-accent focus-visible:outline-offset-0 pointer-coarse:h-11"
        >
          <Search aria-hidden className="size-4 shrink-0" />
          Search
          <kbd aria-hidden className="ml-auto font-sans text-xs pointer-coarse:hidden">
            {isHydrated ? paletteKeys() : null}
          </kbd>
        </button>
      ) : null}
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
        <ul className="grid gap-0.5">
          {menus[viewer.role].map((entry) => (
            <li key={entry.path}>
              <NavigationLink entry={entry} isActive={isInside(entry, path)} onStay={onStay} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-3 border-sidebar-line border-t p-3">
        <ThemeSwitch />
        <AccountCard viewer={viewer} />
        <LogoutButton />
      </div>
    </div>
  );
}

interface NavigationLinkProps {
  entry: NavigationEntry;
  isActive: boolean;
  onStay: (() => void) | undefined;
}

function NavigationLink({ entry, isActive, onStay }: NavigationLinkProps) {
  const { icon: Icon, label, path } = entry;
  return (
    <Link
      href={path}
      aria-current={isActive ? "page" : undefined}
      onClick={isActive ? onStay : undefined}
      className={cn(
        "relative flex h-10 items-center gap-3 rounded-lg px-3 font-medium transition-colors focus-visible:outline-sidebar-accent focus-visible:outline-offset-0 pointer-coarse:h-11",
        isActive
          ? "bg-sidebar-raised text-white before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-sidebar-accent"
          : "text-sidebar-muted hover:bg-sidebar-raised/60 hover:text-sidebar-ink",
      )}
    >
      <Icon aria-hidden className={cn("size-4.5 shrink-0", isActive && "text-sidebar-accent")} />
      {label}
    </Link>
  );
}

function AccountCard({ viewer }: { viewer: ShellViewer }) {
  return (
    <div className="flex items-center gap-3 px-2" title={viewer.email}>
      <Initials name={viewer.name} className="bg-sidebar-raised text-sidebar-accent" />
      <div className="min-w-0">
        <p className="truncate font-medium">
          <span className="sr-only">Signed in as </span>
          {viewer.name}
        </p>
        <p className="truncate text-sidebar-muted text-sm">{roleLabels[viewer.role]}</p>
      </div>
    </div>
  );
}
