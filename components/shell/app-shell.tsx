import type { ReactNode } from "react";
import { ImportWatch } from "@/components/publish/notifications/import-watch";
import { BannerProvider } from "@/components/shared/banner-provider";
import type { ShellViewer } from "./account-card";
import { MobileBar } from "./mobile-bar";
import { ScrollToTop } from "./scroll-to-top";
import { SessionEnd } from "./session-end";
import { SessionRefresh } from "./session-refresh";
import { Sidebar } from "./sidebar";

/** The frame of every signed-in screen. */
export function AppShell({ viewer, children }: { viewer: ShellViewer; children: ReactNode }) {
  return (
    <BannerProvider>
      <ScrollToTop />
      <SessionRefresh />
      <SessionEnd />
      {viewer.role === "user" ? null : <ImportWatch />}
      <a
        href="#content"
        className="sr-only z-60 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <aside className="fixed inset-y-0 left-0 hidden w-64 lg:block">
        <Sidebar viewer={viewer} />
      </aside>
      <MobileBar viewer={viewer} />
      <main id="content" tabIndex={-1} className="outline-none lg:pl-64">
        <div className="mx-auto w-full max-w-340 px-4 py-5 sm:px-6 sm:py-7 lg:px-8">{children}</div>
      </main>
    </BannerProvider>
  );
}
