import type { ReactNode } from "react";
import { PageHeader } from "@/components/shared/page-header";

/** Head of the screen, also while the trail is read. @param actions buttons at the right end */
export function AuditHeader({ actions }: { actions: ReactNode }) {
  return <PageHeader title="Audit Log" description="Who did what, and from where" actions={actions} />;
}
