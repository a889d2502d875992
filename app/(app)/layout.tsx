import type { ReactNode } from "react";
import { Logo } from "@/components/shared/logo";
import { AppShell } from "@/components/shell/app-shell";
import { readPreferences } from "@/lib/accounts/data";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { branding } from "@/lib/branding/data";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const { accountId, name, email, role, limit } = await pageViewer();
  const { dateFormat, timeZone } = await readPreferences(accountId);
  return (
    <AppShell
      viewer={{ name, email, role, isLimited: limit !== null }}
      accountId={accountId}
      dates={{ dateFormat, timeZone }}
      logo={<Logo brand={branding()} />}
    >
      {children}
    </AppShell>
  );
}
