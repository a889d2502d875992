import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { render } from "vitest-browser-react";
import { DEFAULT_DATES } from "@/components/shared/time/date-settings";
import { AppShell } from "@/components/shell/app-shell";
import { writeLastRefresh } from "@/components/shell/last-refresh";
import type { ShellViewer } from "@/components/shell/sidebar";

/** Renders a screen inside the application's shell, where it has the same width as in the product. */
export function renderInShell(screen: ReactNode, path: string, viewer: Partial<ShellViewer> = {}) {
  history.replaceState(null, "", path);
  // Otherwise the shell refreshes the session.
  writeLastRefresh({ at: Date.now(), hasFailed: false });
  return render(screen, {
    wrapper: ({ children }) => (
      <SWRConfig value={{ provider: () => new Map() }}>
        <div className="min-h-dvh font-sans">
          <AppShell
            viewer={{ name: "Ann Lee", email: "ann@harbour.example", role: "admin", ...viewer }}
            accountId="account"
            dates={DEFAULT_DATES}
            logo={null}
          >
            {children}
          </AppShell>
        </div>
      </SWRConfig>
    ),
  });
}
