import type { Metadata } from "next";
import { Logo } from "@/components/shared/logo";
import { LazyShell } from "@/components/shell/lazy-shell";
import { buttonStyles } from "@/components/ui/button-styles";
import { readPreferences } from "@/lib/accounts/data";
import { findPageViewer } from "@/lib/accounts/sessions/page";
import { branding } from "@/lib/branding/data";

export const metadata: Metadata = { title: "404 Not Found" };

export default async function NotFound() {
  const viewer = await findPageViewer();
  const logo = <Logo brand={branding()} />;
  if (!viewer) {
    return (
      <>
        <header className="flex h-14 items-center bg-sidebar px-6 text-base text-sidebar-ink">{logo}</header>
        <main className="px-6">{message}</main>
      </>
    );
  }
  const { accountId, name, email, role } = viewer;
  const { dateFormat, timeZone } = await readPreferences(accountId);
  return (
    <LazyShell viewer={{ name, email, role }} accountId={accountId} dates={{ dateFormat, timeZone }} logo={logo}>
      {message}
    </LazyShell>
  );
}

const message = (
  <div className="flex min-h-[70dvh] flex-col items-center justify-center gap-6 text-center">
    <svg viewBox="0 0 160 66" aria-hidden="true" className="w-40 text-accent" fill="none" stroke="currentColor" strokeLinecap="round">
      <path d="M10 22c12 9 23 9 35 0s23-9 35 0 23 9 35 0 23-9 35 0" strokeWidth="4" />
      <path d="M27 40c12 9 23 9 35 0s23-9 35 0 23 9 35 0" strokeWidth="4" opacity=".55" />
      <path d="M62 56c7 4 13 4 18 0s12-4 18 0" strokeWidth="4" opacity=".25" />
    </svg>
    <div className="grid gap-2">
      <h1 className="font-semibold text-2xl tracking-tight">404 Not Found</h1>
      <p className="max-w-md text-ink-muted">There is nothing at this address, or it is not shared with you.</p>
    </div>
    {/* Every page contains this one, so a Link or a Button would bring its code to all. */}
    <a href="/" className={buttonStyles({ variant: "secondary" })}>
      Back
    </a>
  </div>
);
