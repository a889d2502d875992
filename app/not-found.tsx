import type { Metadata } from "next";
import { LazyShell } from "@/components/shell/lazy-shell";
import { buttonStyles } from "@/components/ui/button-styles";
import { findPageViewer } from "@/lib/accounts/sessions/page";

export const metadata: Metadata = { title: "404 Not Found" };

export default async function NotFound() {
  const viewer = await findPageViewer();
  if (!viewer) return <main className="grid min-h-dvh place-items-center px-6">{message}</main>;
  const { accountId, name, email, role } = viewer;
  return (
    <LazyShell viewer={{ name, email, role }} accountId={accountId}>
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
    <h1 className="font-semibold text-2xl tracking-tight">404 Not Found</h1>
    {/* Every page contains this one, so a Link or a Button would bring its code to all. */}
    <a href="/" className={buttonStyles({ variant: "secondary" })}>
      Back
    </a>
  </div>
);
