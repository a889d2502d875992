import type { Metadata } from "next";
import { AuditScreen } from "@/components/audit/audit-screen";
import { auditPath, readFilters } from "@/components/audit/filters";
import { pageSuperadmin } from "@/lib/accounts/sessions/page";
import { listAuditEvents } from "@/lib/audit/data";
import { auditQuerySchema } from "@/lib/audit/schema";

export const metadata: Metadata = { title: "Audit Log" };

/** Includes the first page of events, except with a date filter: only the browser knows the user's time zone. */
export default async function AuditLogPage({ searchParams }: PageProps<"/audit-log">) {
  const viewer = await pageSuperadmin();
  const parameters = await searchParams;
  const filters = readFilters((name) => [parameters[name]].flat()[0]);
  const path = auditPath(filters);
  const asked = new URLSearchParams(path.split("?")[1]);
  const query = auditQuerySchema.safeParse(Object.fromEntries(asked));
  if (!query.success || filters.from || filters.to) return <AuditScreen initial={null} />;
  return <AuditScreen initial={{ path, page: await listAuditEvents(viewer, query.data) }} />;
}
