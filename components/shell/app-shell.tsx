"use client";

import { Menu, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { lazyPart } from "@/components/shared/lazy-part";
import { BannerProvider } from "@/components/shared/notices/banner-provider";
import { requestJson } from "@/components/shared/request-json";
import { followSessionEnd } from "@/components/shared/session-end";
import { chooseDateSettings, type DateSettings } from "@/components/shared/time/date-settings";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { isRefreshDue, readLastRefresh, writeLastRefresh } from "./last-refresh";
import { PaletteHost, type ShellDialog } from "./palette/palette-host";
import { ProofHost } from "./proof/proof-host";
import { type ShellViewer, Sidebar } from "./sidebar";

/** Loaded only for admins and superadmins. */
const UploadTray = dynamic(() => import("@/components/upload/tray/upload-tray").then((tray) => tray.UploadTray), { ssr: false });

const CHECK_INTERVAL_MS = 10 * 60 * 1_000;

async function refreshWhenDue(): Promise<void> {
  const now = Date.now();
  if (!isRefreshDue(readLastRefresh(), now)) return;
  // Written before the call, so that other tabs don't refresh too.
  writeLastRefresh({ at: now, hasFailed: false });
  try {
    await requestJson("/api/auth/refresh", { method: "POST" });
  } catch {
    // The user's next call reports the error.
    writeLastRefresh({ at: now, hasFailed: true });
  }
}

/** Scrolls to the top on every change of route or screen mode. It is a component so that only it renders for a new URL. */
function ScrollToTop() {
  const screen = `${usePathname()} ${useSearchParams().get("mode")}`;
  const shown = useRef(screen);
  // Otherwise browsers restore the scroll position of the previous screen after the effect below.
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    return () => {
      window.history.scrollRestoration = "auto";
    };
  }, []);
  useEffect(() => {
    // The user may have scrolled the first screen before hydration.
    if (shown.current === screen) return;
    shown.current = screen;
    // `scrollTo` returns a promise in newer browsers.
    void window.scrollTo({ top: 0, behavior: "instant" });
  }, [screen]);
  return null;
}

interface AppShellProps {
  viewer: ShellViewer;
  accountId: string;
  dates: DateSettings;
  /** Rendered on the server. */
  logo: ReactNode;
  children: ReactNode;
}

export function AppShell({ viewer, accountId, dates, logo, children }: AppShellProps) {
  // Before any part of the screen formats a date.
  useState(() => chooseDateSettings(dates));
  const isHydrated = useHydrated();
  const [shown, setShown] = useState<ShellDialog | null>(null);
  const search = () => setShown("palette");
  // On load, when the tab becomes visible, and at intervals.
  useSWR("session-refresh", refreshWhenDue, { refreshInterval: CHECK_INTERVAL_MS, refreshWhenHidden: true });
  useEffect(followSessionEnd, []);
  return (
    <BannerProvider>
      <ScrollToTop />
      <a
        href="#content"
        className="sr-only z-60 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <aside className="fixed inset-y-0 left-0 hidden w-64 lg:block">
        <Sidebar viewer={viewer} logo={logo} onSearch={search} />
      </aside>
      <MobileBar viewer={viewer} logo={logo} onSearch={search} />
      {/* Clicks before hydration would be lost. A screen may be hydrated later than the shell, so its header waits too. */}
      <main
        id="content"
        tabIndex={-1}
        data-waiting={!isHydrated}
        className="outline-none lg:pl-64 [&:is([data-waiting=true],:has([data-waiting=true]))_:is(button[type=button],tr,label:has([type=checkbox]))]:pointer-events-none"
      >
        <div className="mx-auto w-full max-w-340 px-4 py-5 sm:px-6 sm:py-7 lg:px-8">{children}</div>
      </main>
      <PaletteHost role={viewer.role} isLimited={viewer.isLimited} shown={shown} onShow={setShown} />
      {viewer.role === "user" ? null : <UploadTray accountId={accountId} />}
      <ProofHost email={viewer.email} />
    </BannerProvider>
  );
}

const MenuDrawer = lazyPart(() => import("./menu-drawer").then(({ MenuDrawer }) => MenuDrawer));

const buttonStyles = "grid size-10 place-items-center rounded-lg hover:bg-sidebar-raised focus-visible:outline-sidebar-accent";

function MobileBar({ viewer, logo, onSearch }: Pick<AppShellProps, "viewer" | "logo"> & { onSearch: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    setIsOpen(false);
  }, [address]);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 bg-sidebar px-3 text-sidebar-ink lg:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
        className={buttonStyles}
      >
        <Menu aria-hidden className="size-5" />
      </button>
      {wasOpened ? <MenuDrawer viewer={viewer} logo={logo} isOpen={isOpen} onClose={() => setIsOpen(false)} /> : null}
      <div className="flex min-w-0 text-base">{logo}</div>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className={`${buttonStyles} ml-auto shrink-0`}
      >
        <Search aria-hidden className="size-5" />
      </button>
    </header>
  );
}
