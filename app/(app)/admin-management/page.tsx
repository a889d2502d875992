import type { Metadata } from "next";
import { AdminScreen } from "@/components/people/admins/admin-screen";
import { readListQuery } from "@/components/shared/list/list-query";
import { listAdminPage } from "@/lib/accounts/admins/data";
import { adminListQuerySchema } from "@/lib/accounts/admins/schema";
import { pageSuperadmin } from "@/lib/accounts/sessions/page";
import { ACCOUNT_SORTS } from "@/lib/accounts/values";
import { env } from "@/lib/env";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";

export const metadata: Metadata = { title: "Admin Management" };

export default async function AdminManagementPage({ searchParams }: PageProps<"/admin-management">) {
  const viewer = await pageSuperadmin();
  const parameters = await searchParams;
  const query = readListQuery((name) => [parameters[name]].flat()[0], ACCOUNT_SORTS);
  const listQuery = adminListQuerySchema.safeParse(query).data;
  const page = listQuery && (await listAdminPage(viewer, { ...listQuery, limit: ROWS_PER_PAGE }));
  return <AdminScreen initial={page ? { query, page } : null} sendsMail={env().smtpUrl !== null} />;
}
