import type { Metadata } from "next";
import { AdminScreen } from "@/components/admins/admin-screen";
import { listAdminPage } from "@/lib/admins/data";
import { adminListQuerySchema } from "@/lib/admins/schema";
import { ROWS_PER_PAGE } from "@/lib/paging/schema";
import { pageSuperadmin } from "@/lib/sessions/page";

export const metadata: Metadata = { title: "Admin Management" };

/** /admin-management: for superadmins; everybody else is sent to /. */
export default async function AdminManagementPage() {
  const viewer = await pageSuperadmin();
  const initial = await listAdminPage(viewer, { ...adminListQuerySchema.parse({}), limit: ROWS_PER_PAGE });
  return <AdminScreen initial={initial} />;
}
