"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Logo } from "@/components/shared/logo";
import { classNames } from "@/components/ui/class-names";
import { AccountCard, type ShellViewer } from "./account-card";
import { LogoutButton } from "./logout-button";
import { activeMarker, type NavigationEntry, navigationFor } from "./navigation";
import { ThemeSwitch } from "./theme-switch";

interface SidebarProps {
  viewer: ShellViewer;
  /** The entry of the screen that is open was pressed, which changes nothing else. */
  onStay?: () => void;
}

/** What the fixed sidebar and the drawer of small screens both hold. */
export function Sidebar({ viewer, onStay }: SidebarProps) {
  const active = activeMarker(viewer.role, usePathname());
  return (
    <div className="flex h-full w-full flex-col bg-sidebar text-sidebar-ink">
      <div className="flex h-16 shrink-0 items-center px-5">
        <Logo className="text-lg" />
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
        <ul className="grid gap-0.5">
          {navigationFor(viewer.role).map((entry) => (
            <li key={entry.marker}>
              <NavigationLink entry={entry} isActive={entry.marker === active} onStay={onStay} />
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
      className={classNames(
        "relative flex h-10 items-center gap-3 rounded-lg px-3 font-medium transition-colors focus-visible:outline-sidebar-accent focus-visible:outline-offset-0 pointer-coarse:h-11",
        isActive
          ? "bg-sidebar-raised text-white before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-sidebar-accent"
          : "text-sidebar-muted hover:bg-sidebar-raised/60 hover:text-sidebar-ink",
      )}
    >
      <Icon aria-hidden className={classNames("size-4.5 shrink-0", isActive && "text-sidebar-accent")} />
      {label}
    </Link>
  );
}
