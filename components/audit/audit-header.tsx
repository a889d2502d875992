import type { ReactNode } from "react";
import { PageHeader } from "@/components/shared/page-header";

export function AuditHeader({ actions }: { actions: ReactNode }) {
  return <PageHeader title="Audit Log" description="Who did what, and from where" actions={actions} />;
}
