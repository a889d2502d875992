import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { render } from "vitest-browser-react";
import { BannerProvider } from "@/components/shared/notices/banner-provider";
import { ProofHost } from "@/components/shell/proof/proof-host";

/**
 * Renders a screen as the application's shell does: with its banners, its dialog for a proof, and `main`.
 * @param path address that the screen finds, e.g. "/users?search=fjord"
 */
export function renderScreen(screen: ReactNode, path = "/") {
  history.replaceState(null, "", path);
  return render(screen, {
    wrapper: ({ children }) => (
      <SWRConfig value={{ provider: () => new Map() }}>
        <BannerProvider>
          <main className="p-6 font-sans">{children}</main>
          <ProofHost email="person@harbour.example" />
        </BannerProvider>
      </SWRConfig>
    ),
  });
}
