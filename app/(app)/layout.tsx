import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { pageViewer } from "@/lib/accounts/sessions/page";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const { accountId, name, email, role, limit } = await pageViewer();
  return (
    <AppShell viewer={{ name, email, role, isLimited: limit !== null }} accountId={accountId}>
      {children}
    </AppShell>
  );
}
